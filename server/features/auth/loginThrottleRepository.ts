/** Storage of the login throttles: one row per email and source (device or network), and one total row per email. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database';
import { login_guard } from '../../db/schema';
import type { Throttle, Throttles } from './loginThrottle';

/** HMACs of the email and of its source. */
export interface ThrottleKeys {
  readonly email: string;
  /** Of the network or of the device. */
  readonly source: string;
  /** Whether the source is a device. A device is not counted in the total row, and the total row does not apply to it. */
  readonly isDevice: boolean;
}

/** `address_key` of the total row. */
const ANY_SOURCE = '';

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
 * Updates the row of the source and the total row. Creates missing rows, so that an unknown email causes as many writes as a
 * known one. Call it in a transaction: the row locks serialize attempts on the same email until it ends.
 * @returns the result of `change`
 */
export async function updateThrottles<Changed extends Throttles>(
  db: Database,
  { email, source, isDevice }: ThrottleKeys,
  change: (throttles: Throttles, now: number) => Changed,
): Promise<Changed> {
  // Lock the email's total row first, always in this order, to avoid deadlock.
  const perEmail = await lockRow(db, email, ANY_SOURCE);
  const perSource = await lockRow(db, email, source);
  const changed = change({ perEmail: isDevice ? null : perEmail, perSource }, perSource.now);
  if (changed.perEmail) await writeRow(db, email, ANY_SOURCE, changed.perEmail);
  await writeRow(db, email, source, changed.perSource);
  return changed;
}

/** Locks the row and returns its current values. Creates the row if it does not exist. */
async function lockRow(
  db: Database,
  email: string,
  source: string,
): Promise<Throttle & { now: number }> {
  const [row] = await db
    .insert(login_guard)
    .values({ email_key: email, address_key: source, expires_at: sql`now()` })
    .onConflictDoUpdate({
      target: [login_guard.email_key, login_guard.address_key],
      set: { expires_at: login_guard.expires_at },
    })
    // clock_timestamp(), because now() is the transaction's start, which may be long before the lock was granted.
    .returning({ ...columns, now: sql<number>`extract(epoch from clock_timestamp())::float8` });
  if (!row) throw new Error('The upsert of a login_guard row returned no row');
  return row;
}

async function writeRow(
  db: Database,
  email: string,
  source: string,
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
    .where(and(eq(login_guard.email_key, email), eq(login_guard.address_key, source)));
}

/** Clears all failures of an email, and with them its delays and lockouts. */
export async function clearThrottles(db: Database, email: string): Promise<void> {
  // The lock on the total row guards every row of the email.
  await lockRow(db, email, ANY_SOURCE);
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

/** Deletes expired rows. Leaves locked rows to the next run: waiting for them in arbitrary order could deadlock. */
export async function deleteExpiredThrottles(db: Database): Promise<void> {
  const old = db
    .select({ place: sql`ctid` })
    .from(login_guard)
    .where(lte(login_guard.expires_at, sql`now()`))
    .for('update', { skipLocked: true });
  await db.delete(login_guard).where(inArray(sql`ctid`, old));
}
