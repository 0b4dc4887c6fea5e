-- A repeat of an attempt within two minutes may have a note that the first one has not yet.
CREATE OR REPLACE FUNCTION contact_attempt_is_only_struck() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable text[] := '{struck_at,struck_by,strike_reason}';
BEGIN
  IF OLD.note IS NULL THEN changeable := changeable || 'note'::text; END IF;
  IF TG_OP = 'UPDATE' AND OLD.struck_at IS NULL AND to_jsonb(NEW) - changeable = to_jsonb(OLD) - changeable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A contact attempt is never changed or deleted, only struck once' USING ERRCODE = 'insufficient_privilege';
END $$;
