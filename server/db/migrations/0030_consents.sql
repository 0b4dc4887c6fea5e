CREATE TABLE "consent" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referral_id" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"asked_by" text NOT NULL,
	"recipient_kind" text NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_address" text,
	"recipient_account_id" text,
	"confirmed_name" text,
	"level" text NOT NULL,
	"purpose" text NOT NULL,
	"discloser" text NOT NULL,
	"may_revoke_from" text,
	"person_name" text,
	"signature" text,
	"signer" text,
	"signer_name" text,
	"signed_on" date,
	"last_day" date,
	"ends_after_closing" boolean DEFAULT true NOT NULL,
	"paper_place" text,
	"witness" text,
	"entered_by" text,
	"suspensions" text[] DEFAULT '{}' NOT NULL,
	"ended_at" timestamp with time zone,
	"ending" text,
	"ended_by" text,
	"end_note" text
);
--> statement-breakpoint
CREATE TABLE "disclosure" (
	"consent_id" uuid NOT NULL,
	"sentence" text NOT NULL,
	"channel" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"actor_id" text,
	"address" text,
	CONSTRAINT "disclosure_consent_id_sentence_channel_pk" PRIMARY KEY("consent_id","sentence","channel")
);
--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "told_level" text;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_referral_id_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_asked_by_account_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_recipient_account_id_account_id_fk" FOREIGN KEY ("recipient_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_entered_by_account_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_ended_by_account_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disclosure" ADD CONSTRAINT "disclosure_consent_id_consent_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."consent"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disclosure" ADD CONSTRAINT "disclosure_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_by_referral" ON "consent" USING btree ("referral_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "consent_by_recipient" ON "consent" USING btree ("recipient_account_id") WHERE "consent"."recipient_account_id" is not null and "consent"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "consent_signed" ON "consent" USING btree ("last_day") WHERE "consent"."signed_on" is not null and "consent"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "consent_restored" ON "consent" USING btree ("id") WHERE 'restored' = any("consent"."suspensions") and "consent"."ended_at" is null;--> statement-breakpoint
CREATE FUNCTION consent_is_only_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable text[] := '{suspensions,confirmed_name,ended_at,ending,ended_by,end_note}';
BEGIN
  -- One that is only asked for is signed, once.
  IF OLD.signed_on IS NULL THEN
    changeable := changeable || '{person_name,signature,signer,signer_name,signed_on,last_day,ends_after_closing,paper_place,witness,entered_by}'::text[];
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.ended_at IS NULL AND to_jsonb(NEW) - changeable = to_jsonb(OLD) - changeable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A consent is never changed or deleted, only signed, suspended, confirmed and ended' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER consent_only_ended BEFORE UPDATE OR DELETE ON "consent"
  FOR EACH ROW EXECUTE FUNCTION consent_is_only_ended();--> statement-breakpoint
CREATE FUNCTION disclosure_is_only_repeated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable constant text[] := '{last_at,times,actor_id}';
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.times = OLD.times + 1 AND to_jsonb(NEW) - changeable = to_jsonb(OLD) - changeable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A disclosure is never changed or deleted, only repeated' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER disclosure_only_repeated BEFORE UPDATE OR DELETE ON "disclosure"
  FOR EACH ROW EXECUTE FUNCTION disclosure_is_only_repeated();--> statement-breakpoint
CREATE FUNCTION suspend_consents_to_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "consent" SET "suspensions" = array_append("suspensions", 'recipient')
  WHERE "recipient_account_id" = NEW."id" AND "ended_at" IS NULL AND NOT 'recipient' = ANY("suspensions");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER account_suspends_consents AFTER UPDATE OF "fullname", "state" ON "account" FOR EACH ROW
  WHEN (OLD."fullname" IS DISTINCT FROM NEW."fullname" OR (OLD."state" = 'active' AND NEW."state" <> 'active'))
  EXECUTE FUNCTION suspend_consents_to_account();--> statement-breakpoint
CREATE FUNCTION suspend_consents_of_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "consent" SET "suspensions" = array_append("suspensions", 'deleted')
  WHERE "referral_id" = NEW."id" AND "ended_at" IS NULL AND NOT 'deleted' = ANY("suspensions");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER referral_suspends_consents AFTER UPDATE OF "deleted_at" ON "referral" FOR EACH ROW
  WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
  EXECUTE FUNCTION suspend_consents_of_referral();
