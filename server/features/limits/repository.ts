import { and, eq, is, lte, or, lt, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/openDatabase';
import { limit_window } from '../../db/schema';
import type { Window } from './limits';

const isOver = lte(limit_window.ends_at, sql`now()`);

/**
 * For the end of a statement: its commit does not wait for the disk, if it is one of its own. What a count is for commits
 * after it, and its flush takes along what was written before. Within a transaction it changes nothing: others' writes
 * would not wait either.
 */
const notWaiting = (db: Database) =>
  is(db, PgTransaction) ? sql`null` : sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Counts one try, if there is room for it: one statement, so that of many at once exactly as many as allowed get through, in
 * whichever process.
 * @param key of the limit and whom it counts
 * @returns whether there was room
 */
export async function consume(
  db: Database,
  key: string,
  { max, seconds }: Window,
): Promise<boolean> {
  const rows = await db
    .insert(limit_window)
    .values({ key, count: 1, ends_at: sql`now() + make_interval(secs => ${seconds})` })
    .onConflictDoUpdate({
      target: limit_window.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${limit_window.count} + 1 end`,
        is_told: sql`${limit_window.is_told} and not ${isOver}`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else ${limit_window.ends_at} end`,
      },
      setWhere: or(isOver, lt(limit_window.count, max)),
    })
    .returning({ key: limit_window.key, wait: notWaiting(db) });
  return rows.length === 1;
}

/** How long a window that has no room goes on, in whole seconds, and whether the audit trail knows. */
export async function findWindow(
  db: Database,
  key: string,
): Promise<{ seconds: number; isAudited: boolean }> {
  const rows = await db
    .select({
      seconds: sql<number>`greatest(ceil(extract(epoch from ${limit_window.ends_at} - now())), 1)::int`,
      isAudited: limit_window.is_told,
    })
    .from(limit_window)
    .where(eq(limit_window.key, key));
  return rows[0] ?? { seconds: 1, isAudited: true };
}

/** Answers whether the audit trail is still to be told of a window that has no room: whoever asks first does it. */
export async function claimAuditNotice(db: Database, key: string): Promise<boolean> {
  const rows = await db
    .update(limit_window)
    .set({ is_told: true })
    .where(and(eq(limit_window.key, key), eq(limit_window.is_told, false)))
    .returning({ key: limit_window.key });
  return rows.length === 1;
}

export async function deleteExpiredWindows(db: Database): Promise<void> {
  await db.delete(limit_window).where(isOver);
}
