-- Adds a referral in a statement of its own: its triggers, and the checks of its foreign keys, run before this returns. As part of
-- a larger statement they would run at its end, when it holds the lock of the audit trail, and would deadlock with other changes.
CREATE FUNCTION add_referral(filed referral, held text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob,
    notes, status, created_by, suspected)
  VALUES (filed.id, filed.tracking_id, filed.site_id, filed.substance, filed.first_name, filed.last_name, filed.contact_number,
    filed.contact_digits, filed.sex, filed.dob, filed.notes, filed.status, filed.created_by, held);
  RETURN filed.id;
END $$;
