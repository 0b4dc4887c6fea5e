CREATE TABLE "receipt" (
	"referral_id" text PRIMARY KEY NOT NULL,
	"serial" integer DEFAULT 1 NOT NULL,
	"code_hash" text NOT NULL,
	"guest_name" text,
	CONSTRAINT "receipt_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "by_phone_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_referral_id_referral_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referral"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Adds a guest's referral and its receipt. As in migration 0015: as parts of a larger statement they would be inserted at its end.
CREATE FUNCTION add_guest_referral(filed referral, held text, code_hash text, guest_name text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_referral(filed, held);
  INSERT INTO receipt (referral_id, code_hash, guest_name)
    VALUES (filed.id, add_guest_referral.code_hash, add_guest_referral.guest_name);
  RETURN filed.id;
END $$;--> statement-breakpoint
-- As in migration 0031; whether the look-up stays silent is signed, too.
CREATE OR REPLACE FUNCTION consent_is_only_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable text[] := '{suspensions,confirmed_name,ended_at,ending,ended_by,end_note}';
BEGIN
  -- One that is only asked for is signed, once.
  IF OLD.signed_on IS NULL THEN
    changeable := changeable || '{person_name,signature,signer,signer_name,signed_on,last_day,ends_after_closing,by_phone_only,paper_place,witness,typed_name,drawing,entered_by,handed_over_at,handed_over_by,token_hash}'::text[];
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.ended_at IS NULL AND to_jsonb(NEW) - changeable = to_jsonb(OLD) - changeable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A consent is never changed or deleted, only signed, suspended, confirmed and ended' USING ERRCODE = 'insufficient_privilege';
END $$;
