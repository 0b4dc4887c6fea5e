CREATE TABLE "contact_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referral_id" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" text NOT NULL,
	"channel" text NOT NULL,
	"whom" text NOT NULL,
	"outcome" text NOT NULL,
	"note" text,
	"number_digits" text NOT NULL,
	"effect" jsonb NOT NULL,
	"struck_at" timestamp with time zone,
	"struck_by" text,
	"strike_reason" text
);
--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "follow_up_on" date;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "follow_up_at" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "follow_up_by" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "reached_at" timestamp with time zone;--> statement-breakpoint
-- The referrals of before have the value of this default, without a rewrite of the table; new ones get that of the next line.
ALTER TABLE "referral" ADD COLUMN "is_from_before" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "referral" ALTER COLUMN "is_from_before" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "response_days" integer;--> statement-breakpoint
ALTER TABLE "contact_attempt" ADD CONSTRAINT "contact_attempt_referral_id_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_attempt" ADD CONSTRAINT "contact_attempt_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_attempt" ADD CONSTRAINT "contact_attempt_struck_by_account_id_fk" FOREIGN KEY ("struck_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_attempt_by_referral" ON "contact_attempt" USING btree ("referral_id","at","id");--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_follow_up_by_account_id_fk" FOREIGN KEY ("follow_up_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_reopened_or_reached" ON "referral" USING btree ("status","id") WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null and "referral"."status" in ('Pending', 'More Info Needed') and ("referral"."reopened_at" is not null or "referral"."reached_at" is not null);--> statement-breakpoint
CREATE INDEX "referral_to_do" ON "referral" USING btree ("follow_up_on","id") WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null and not "referral"."is_from_before" and ("referral"."status" in ('Pending', 'More Info Needed') or "referral"."follow_up_on" is not null);--> statement-breakpoint
CREATE INDEX "referral_to_do_by_site" ON "referral" USING btree ("site_id","follow_up_on","id") WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null and not "referral"."is_from_before" and ("referral"."status" in ('Pending', 'More Info Needed') or "referral"."follow_up_on" is not null);--> statement-breakpoint
CREATE INDEX "referral_from_before" ON "referral" USING btree ("entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null and "referral"."status" in ('Pending', 'More Info Needed') and "referral"."is_from_before";--> statement-breakpoint
CREATE FUNCTION contact_attempt_is_only_struck() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable text[] := '{struck_at,struck_by,strike_reason}';
BEGIN
  -- A repeat of an attempt may have a note that the first one has not yet.
  IF OLD.note IS NULL THEN changeable := changeable || 'note'::text; END IF;
  IF TG_OP = 'UPDATE' AND OLD.struck_at IS NULL AND to_jsonb(NEW) - changeable = to_jsonb(OLD) - changeable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A contact attempt is never changed or deleted, only struck once' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER contact_attempt_only_struck BEFORE UPDATE OR DELETE ON "contact_attempt"
  FOR EACH ROW EXECUTE FUNCTION contact_attempt_is_only_struck();--> statement-breakpoint
CREATE INDEX "referral_by_follow_up_setter" ON "referral" USING btree ("follow_up_by","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."hold_reason" is null and "referral"."follow_up_by" is not null;
