CREATE TABLE "referral_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"referral_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" text,
	"kind" text NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"text" text
);--> statement-breakpoint
CREATE FUNCTION referral_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of a referral is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER referral_event_append_only BEFORE UPDATE OR DELETE ON referral_event
  FOR EACH ROW EXECUTE FUNCTION referral_event_is_append_only();--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "owner_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "name_sorted" text GENERATED ALWAYS AS (searched(last_name || ' ' || first_name)) STORED, ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "referral_event" ADD CONSTRAINT "referral_event_referral_id_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_event" ADD CONSTRAINT "referral_event_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_event_by_referral" ON "referral_event" USING btree ("referral_id","at","id");--> statement-breakpoint
ALTER TABLE "referral" ADD CONSTRAINT "referral_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_opened" ON "audit_event" USING btree (("record_ids"[1]),"id") WHERE "audit_event"."action" in ('getReferral', 'getHistory') and "audit_event"."outcome" = 'done';--> statement-breakpoint
CREATE INDEX "referral_by_owner" ON "referral" USING btree ("owner_id","status","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null and "referral"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "referral_unowned_by_status" ON "referral" USING btree ("status","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null and "referral"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "referral_unowned_by_site" ON "referral" USING btree ("site_id","status","entry_date","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null and "referral"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "referral_unowned_by_status_name" ON "referral" USING btree ("status","name_sorted","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null and "referral"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "referral_unowned_by_site_name" ON "referral" USING btree ("site_id","status","name_sorted","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null and "referral"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "referral_by_status_name" ON "referral" USING btree ("status","name_sorted","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_site_name" ON "referral" USING btree ("site_id","status","name_sorted","id") WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "referral_by_substance" ON "referral" USING gin ("substance") WITH (fastupdate=false) WHERE "referral"."deleted_at" is null and "referral"."suspected" is null;--> statement-breakpoint
CREATE INDEX "site_by_name" ON "site" USING btree (searched("name"),"id");--> statement-breakpoint
ALTER TABLE "referral_tally" ADD COLUMN "is_owned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_tally_change" ADD COLUMN "is_owned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_tally" DROP CONSTRAINT "referral_tally_site_id_is_guest_status_sex_is_suspected_pk";--> statement-breakpoint
ALTER TABLE "referral_tally" ADD CONSTRAINT "referral_tally_key" PRIMARY KEY("site_id","is_guest","status","sex","is_suspected","is_owned");--> statement-breakpoint
-- The counters as of migration 0008, by owner as well: no referral has one yet.
CREATE OR REPLACE FUNCTION referral_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_name_words(array_agg(word))
    FROM added, unnest(string_to_array(added.name_searched, ' ')) word;
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, owner_id IS NOT NULL, count(*)
    FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, owner_id IS NOT NULL, sum(by)
    FROM (SELECT *, 1 AS by FROM added UNION ALL SELECT *, -1 FROM removed) step
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(by) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION referral_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_tally_change (site_id, is_guest, status, sex, is_suspected, is_owned, count)
    SELECT site_id, referrer_id = '', status, sex, suspected IS NOT NULL, owner_id IS NOT NULL, -count(*)
    FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;
