import { and, eq, is, lte, or, lt, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database';
import { limit_window } from '../../db/schema';

/** A period of a rate limit, and the number of requests it allows. */
export interface Window {
  readonly max: number;
  readonly seconds: number;
}

const isExpired = lte(limit_window.ends_at, sql`now()`);

/**
 * An expression for the `returning` clause that turns off synchronous commit for a statement outside a transaction. The request
 * that was counted commits later, and that flush also writes the count to disk. Within a transaction it does nothing, because
 * the setting would apply to the other writes, too.
 */
const asyncCommit = (db: Database) =>
  is(db, PgTransaction) ? sql`null` : sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Counts one request if the window is not full. A single statement, so that concurrent requests in any process never exceed the
 * limit.
 * @param key identifies the limit and the client it counts
 * @returns whether the request is within the limit
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
        count: sql`case when ${isExpired} then 1 else ${limit_window.count} + 1 end`,
        is_told: sql`${limit_window.is_told} and not ${isExpired}`,
        ends_at: sql`case when ${isExpired} then excluded.ends_at else ${limit_window.ends_at} end`,
      },
      setWhere: or(isExpired, lt(limit_window.count, max)),
    })
    .returning({ key: limit_window.key, wait: asyncCommit(db) });
  return rows.length === 1;
}

/** Finds the remaining whole seconds of a full window, and whether its refusal is in the audit trail. */
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

/** Claims the single audit entry of a full window. Returns true for the first caller, which must write the entry. */
export async function claimAuditNotice(db: Database, key: string): Promise<boolean> {
  const rows = await db
    .update(limit_window)
    .set({ is_told: true })
    .where(and(eq(limit_window.key, key), eq(limit_window.is_told, false)))
    .returning({ key: limit_window.key });
  return rows.length === 1;
}

export async function deleteExpiredWindows(db: Database): Promise<void> {
  await db.delete(limit_window).where(isExpired);
}
