ALTER TABLE "receipt" ADD COLUMN "birth_year" integer;--> statement-breakpoint
-- As filed: what it was before the first correction.
UPDATE receipt SET birth_year = (
  SELECT extract(year FROM coalesce((
    SELECT (change ->> 'from')::date FROM referral_event event CROSS JOIN jsonb_array_elements(event.changes) change
    WHERE event.referral_id = referral.id AND event.kind = 'corrected' AND change ->> 'field' = 'dob'
    ORDER BY event.at, event.id LIMIT 1), referral.dob))
  FROM referral WHERE referral.id = receipt.referral_id);--> statement-breakpoint
ALTER TABLE "receipt" ALTER COLUMN "birth_year" SET NOT NULL;--> statement-breakpoint
-- As in migration 0033, with the year.
CREATE OR REPLACE FUNCTION add_guest_referral(filed referral, held text, code_hash text, guest_name text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_referral(filed, held);
  INSERT INTO receipt (referral_id, code_hash, guest_name, birth_year)
    VALUES (filed.id, add_guest_referral.code_hash, add_guest_referral.guest_name, extract(year FROM filed.dob));
  RETURN filed.id;
END $$;
