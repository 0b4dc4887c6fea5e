ALTER TABLE "audit_event" ADD COLUMN "refusals" integer;--> statement-breakpoint
ALTER TABLE "limit_window" ADD COLUMN "narrower" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "limit_window" ADD COLUMN "total" text;--> statement-breakpoint
ALTER TABLE "limit_window" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "login_guard" ADD COLUMN "narrower" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset" ADD COLUMN "network_key" text;--> statement-breakpoint
CREATE INDEX "limit_window_by_total" ON "limit_window" USING btree ("total") WHERE "limit_window"."total" is not null;--> statement-breakpoint
ALTER TABLE "login_guard" DROP COLUMN "known_since";--> statement-breakpoint
-- As in migration 0005, with the number of refusals; `concat_ws` leaves it out where there is none, so earlier hashes stay.
CREATE OR REPLACE FUNCTION audit_hash(previous text, entry audit_event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(E'\n',
    previous,
    entry.id,
    (extract(epoch FROM entry.at) * 1000000)::bigint,
    coalesce(entry.actor_id, ''),
    entry.action,
    array_to_string(entry.record_ids, ','),
    entry.outcome,
    entry.ip,
    entry.refusals), 'UTF8')), 'hex')
$$;
