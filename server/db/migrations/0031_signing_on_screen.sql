ALTER TABLE "consent" ADD COLUMN "typed_name" text;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "drawing" jsonb;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "handed_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "handed_over_by" text;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_handed_over_by_account_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consent_token" ON "consent" USING btree ("token_hash") WHERE "consent"."token_hash" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION consent_is_only_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable text[] := '{suspensions,confirmed_name,ended_at,ending,ended_by,end_note}';
BEGIN
  -- One that is only asked for is signed, once.
  IF OLD.signed_on IS NULL THEN
    changeable := changeable || '{person_name,signature,signer,signer_name,signed_on,last_day,ends_after_closing,paper_place,witness,typed_name,drawing,entered_by,handed_over_at,handed_over_by,token_hash}'::text[];
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.ended_at IS NULL AND to_jsonb(NEW) - changeable = to_jsonb(OLD) - changeable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A consent is never changed or deleted, only signed, suspended, confirmed and ended' USING ERRCODE = 'insufficient_privilege';
END $$;
