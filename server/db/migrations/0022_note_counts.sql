ALTER TABLE "referral" ADD COLUMN "dated_notes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "referral" SET "dated_notes" = noted.notes
  FROM (SELECT "referral_id", count(*) AS notes FROM "referral_event" WHERE "kind" = 'note' GROUP BY 1) noted
  WHERE noted."referral_id" = "referral"."id";--> statement-breakpoint
-- Reading a list counts nothing: whoever adds a note counts it, in the same transaction. Notes are never changed or deleted.
CREATE FUNCTION referral_noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE referral SET dated_notes = dated_notes + 1 WHERE id = NEW.referral_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER referral_noted AFTER INSERT ON "referral_event"
  FOR EACH ROW WHEN (NEW.kind = 'note') EXECUTE FUNCTION referral_noted();
