/** What is remembered of wrong passwords: a row for an e-mail on one device or at one address, and one for the e-mail anywhere. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/openDatabase';
import { login_guard } from '../../db/schema';
import type { Throttle, Throttles } from './loginThrottle';

/** Keyed hashes of the e-mail, and of the address or the device. */
export interface ThrottleKeys {
  readonly email: string;
  readonly place: string;
  /** Whether the place is a device, for which nothing from elsewhere counts. */
  readonly isDevice: boolean;
}

/** Stands for every address, and for no device. */
const ANYWHERE = '';

const seconds = (column: AnyPgColumn) => sql<number | null>`extract(epoch from ${column})::float8`;
const moment = (value: number | null) => sql`to_timestamp(${value}::float8)`;

const columns = {
  failures: login_guard.failures,
  windowEndsAt: seconds(login_guard.window_ends_at),
  delayedUntil: seconds(login_guard.delayed_until),
  consecutive: login_guard.consecutive,
  expiresAt: seconds(login_guard.expires_at),
};

/**
 * Changes both rows, whatever they hold: as many writes for an e-mail nobody has as for any other. Call it in a
 * transaction, until whose end others who try the same e-mail wait.
 * @returns what the change answers
 */
export async function updateThrottles<Changed extends Throttles>(
  db: Database,
  { email, place, isDevice }: ThrottleKeys,
  change: (throttles: Throttles, now: number) => Changed,
): Promise<Changed> {
  // The row of the e-mail first, here and everywhere, so that nobody waits in a circle.
  const anywhere = await lock(db, email, ANYWHERE);
  const here = await lock(db, email, place);
  const changed = change({ anywhere: isDevice ? null : anywhere, here }, here.now);
  if (changed.anywhere) await write(db, email, ANYWHERE, changed.anywhere);
  await write(db, email, place, changed.here);
  return changed;
}

/** The row as it is now, made if need be. */
async function lock(
  db: Database,
  email: string,
  place: string,
): Promise<Throttle & { now: number }> {
  const [row] = await db
    .insert(login_guard)
    .values({ email_key: email, address_key: place, expires_at: sql`now()` })
    .onConflictDoUpdate({
      target: [login_guard.email_key, login_guard.address_key],
      set: { expires_at: login_guard.expires_at },
    })
    // The clock: the transaction may have waited for its turn.
    .returning({ ...columns, now: sql<number>`extract(epoch from clock_timestamp())::float8` });
  if (!row) throw new Error('The row was neither there nor made');
  return row;
}

async function write(
  db: Database,
  email: string,
  place: string,
  throttle: Throttle,
): Promise<void> {
  await db
    .update(login_guard)
    .set({
      failures: throttle.failures,
      window_ends_at: moment(throttle.windowEndsAt),
      delayed_until: moment(throttle.delayedUntil),
      consecutive: throttle.consecutive,
      expires_at: moment(throttle.expiresAt),
    })
    .where(and(eq(login_guard.email_key, email), eq(login_guard.address_key, place)));
}

/** Forgets every wrong password for an e-mail, and with them every delay and stop. */
export async function clearThrottles(db: Database, email: string): Promise<void> {
  // Whoever has the row of the e-mail is the only one at its others.
  await lock(db, email, ANYWHERE);
  await db
    .update(login_guard)
    .set({
      failures: 0,
      window_ends_at: null,
      delayed_until: null,
      consecutive: 0,
      expires_at: sql`coalesce(${login_guard.expires_at}, now())`,
    })
    .where(eq(login_guard.email_key, email));
}

/** Removes what has no say any more. What somebody is at is left for the next time, as this follows no order. */
export async function deleteExpiredThrottles(db: Database): Promise<void> {
  const old = db
    .select({ place: sql`ctid` })
    .from(login_guard)
    .where(lte(login_guard.expires_at, sql`now()`))
    .for('update', { skipLocked: true });
  await db.delete(login_guard).where(inArray(sql`ctid`, old));
}
