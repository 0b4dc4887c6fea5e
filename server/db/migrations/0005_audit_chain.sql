-- Entries of before are kept: numbered without gaps, and chained like any later one.
UPDATE "audit_event" SET "record_ids" = ARRAY["record_id"] WHERE "record_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_event" DROP COLUMN "record_id";--> statement-breakpoint
UPDATE "audit_event" SET "id" = -numbered.place
  FROM (SELECT "id", row_number() OVER (ORDER BY "id") AS place FROM "audit_event") numbered
  WHERE numbered."id" = "audit_event"."id";--> statement-breakpoint
UPDATE "audit_event" SET "id" = -"id";--> statement-breakpoint
-- What an entry's hash covers; server/features/audit/chain.ts computes the same to verify it.
CREATE FUNCTION audit_hash(previous text, entry audit_event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(E'\n',
    previous,
    entry.id,
    (extract(epoch FROM entry.at) * 1000000)::bigint,
    coalesce(entry.actor_id, ''),
    entry.action,
    array_to_string(entry.record_ids, ','),
    entry.outcome,
    entry.ip), 'UTF8')), 'hex')
$$;--> statement-breakpoint
DO $$
DECLARE
  entry audit_event;
  previous text := '';
  newest bigint := 0;
BEGIN
  FOR entry IN SELECT * FROM audit_event ORDER BY id LOOP
    previous := audit_hash(previous, entry);
    newest := entry.id;
    UPDATE audit_event SET hash = previous WHERE id = entry.id;
  END LOOP;
  INSERT INTO audit_head (id, hash) VALUES (newest, previous);
END $$;--> statement-breakpoint
CREATE FUNCTION audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.hash := audit_hash(head.hash, NEW);
  UPDATE audit_head SET id = NEW.id, hash = NEW.hash;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_chained BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_chain();--> statement-breakpoint
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit trail is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();--> statement-breakpoint
CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
