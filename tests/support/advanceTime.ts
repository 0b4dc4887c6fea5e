/** Simulates elapsed time for counters by moving their rows into the past, so that no test waits. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/db/database';

/** Advances every rate-limit window by this many seconds. */
export async function advanceRateLimits(db: Database, seconds: number): Promise<void> {
  await db.execute(
    sql`update limit_window set ends_at = ends_at - make_interval(secs => ${seconds})`,
  );
}

/** Advances every login throttle by this many seconds. */
export async function advanceLoginThrottles(db: Database, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`;
  await db.execute(
    sql`update login_guard set window_ends_at = window_ends_at - ${ago}, delayed_until = delayed_until - ${ago},
        expires_at = expires_at - ${ago}`,
  );
}

/** Advances every idempotency record by this many seconds. */
export async function advanceIdempotencyRecords(db: Database, seconds: number): Promise<void> {
  await db.execute(
    sql`update submission set expires_at = expires_at - make_interval(secs => ${seconds})`,
  );
}
