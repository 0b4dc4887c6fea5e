-- Whether nothing has ended the session: neither a revocation, nor the end of the account's approval, nor a newer password.
CREATE FUNCTION is_unrevoked(session, account) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT $1.revoked_at IS NULL AND $2.state = 'active' AND $1.created_at >= $2.sessions_valid_from
$$;--> statement-breakpoint
-- The account that acts in a session, for the audit entry of its change; refuses one that may no longer act. It locks the head of the
-- trail first: whatever ends a session writes an entry, too, so it has either committed by then or comes after the change. Each
-- statement of a PL/pgSQL function sees what has been committed when it begins, unlike the rest of the statement that calls it.
CREATE FUNCTION acting_account(session_id text, roles text[], site_ids text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  acting text;
BEGIN
  PERFORM 1 FROM audit_head FOR UPDATE;
  SELECT account.id INTO acting
    FROM session JOIN account ON account.id = session.account_id
    WHERE session.id = acting_account.session_id
      AND is_unrevoked(session, account)
      AND account.role = ANY (acting_account.roles)
      -- No site that the caller acted for was lost.
      AND acting_account.site_ids <@ ARRAY(
        SELECT account_site.site_id FROM account_site
        WHERE account_site.account_id = account.id AND NOT account.created_referrals_only);
  IF acting IS NULL THEN
    RAISE EXCEPTION 'The session has ended, or may not do this any more' USING ERRCODE = 'RD401';
  END IF;
  RETURN acting;
END $$;--> statement-breakpoint
-- As in migration 0015, with the fields of a probation referral.
CREATE OR REPLACE FUNCTION add_referral(filed referral, held text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob,
    notes, status, medi_cal, medi_cal_county, probation_name, probation_phone, probation_email, created_by, suspected)
  VALUES (filed.id, filed.tracking_id, filed.site_id, filed.substance, filed.first_name, filed.last_name, filed.contact_number,
    filed.contact_digits, filed.sex, filed.dob, filed.notes, filed.status, filed.medi_cal, filed.medi_cal_county,
    filed.probation_name, filed.probation_phone, filed.probation_email, filed.created_by, held);
  RETURN filed.id;
END $$;
