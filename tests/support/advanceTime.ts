/** Simulates elapsed time by moving stored times into the past, so that no test waits. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/db/database';

/** Advances every rate-limit window by this many seconds. */
export async function advanceRateLimits(db: Database, seconds: number): Promise<void> {
  await db.execute(
    sql`update limit_window set ends_at = ends_at - make_interval(secs => ${seconds})`,
  );
}

/** Sets the requests that every rate-limit window has counted, of all networks. */
export async function setCounted(db: Database, count: number): Promise<void> {
  await db.execute(
    sql`update limit_window set count = ${count}::integer, narrower = (
        select coalesce(jsonb_object_agg(key, ${count}::integer), '{}') from jsonb_object_keys(narrower) as key)`,
  );
}

/** Advances every login throttle by this many seconds. */
export async function advanceLoginThrottles(db: Database, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`;
  await db.execute(
    sql`update login_throttle set window_ends_at = window_ends_at - ${ago}, delayed_until = delayed_until - ${ago},
        expires_at = expires_at - ${ago},
        narrower = (select coalesce(jsonb_object_agg(key, failures || jsonb_build_object(
          'windowEndsAt', (failures ->> 'windowEndsAt')::float8 - ${seconds}::integer,
          'delayedUntil', (failures ->> 'delayedUntil')::float8 - ${seconds}::integer)), '{}')
          from jsonb_each(narrower) as source (key, failures))`,
  );
}

/** Advances every idempotency record by this many seconds. */
export async function advanceIdempotencyRecords(db: Database, seconds: number): Promise<void> {
  await db.execute(
    sql`update idempotency_record set expires_at = expires_at - make_interval(secs => ${seconds})`,
  );
}

/**
 * Moves the clock, for all that is stored: forward, or back with a negative number of seconds. What was stored before is then in
 * the future. Times of the audit trail stay, as the database refuses to change it.
 */
export async function moveClock(db: Database, seconds: number): Promise<void> {
  const { rows } = (await db.execute(sql`
    select table_name as "table", string_agg(format('%1$I = %1$I - make_interval(secs => %2$s)', column_name, ${seconds}::text), ', ') as changes
    from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
    where data_type = 'timestamp with time zone' and table_schema = current_schema()
      and table_name not in ('audit_event', 'referral_event', 'login_throttle')
    group by table_name`)) as { rows: { table: string; changes: string }[] };
  for (const { table, changes } of rows) {
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.raw(changes)}`);
  }
  await advanceLoginThrottles(db, seconds);
}
