ALTER TABLE "referral" ADD COLUMN "preferred_language" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "may_voicemail" boolean;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "may_text" boolean;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "reach_note" text;--> statement-breakpoint
-- As in migration 0019, with the answers on how to reach the person.
CREATE OR REPLACE FUNCTION add_referral(filed referral, held text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob,
    notes, status, medi_cal, medi_cal_county, probation_name, probation_phone, probation_email, preferred_language, may_voicemail,
    may_text, reach_note, created_by, hold_reason)
  VALUES (filed.id, filed.tracking_id, filed.site_id, filed.substance, filed.first_name, filed.last_name, filed.contact_number,
    filed.contact_digits, filed.sex, filed.dob, filed.notes, filed.status, filed.medi_cal, filed.medi_cal_county,
    filed.probation_name, filed.probation_phone, filed.probation_email, filed.preferred_language, filed.may_voicemail,
    filed.may_text, filed.reach_note, filed.created_by, held);
  RETURN filed.id;
END $$;
