/** Stores idempotency records under keyed hashes that reveal nothing of the request. */
import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { submission } from '../../db/schema';

export interface IdempotencyRecord {
  readonly name: string;
  readonly payload: string;
  /** The response as JSON; the expected one until `setResponse` replaces it. */
  readonly answer: string;
  readonly recordId: string | null;
  /** Lifetime in seconds. */
  readonly seconds: number;
}

const isExpired = lte(submission.expires_at, sql`now()`);

/**
 * Tries to lock a name until the end of the transaction, without waiting.
 * @returns whether the lock was acquired; if not, another running transaction holds it
 */
export async function tryLock(db: Database, name: string): Promise<boolean> {
  const [row] = await db
    .select({ isHeld: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
    .from(sql`(values (1)) as one`);
  return row?.isHeld === true;
}

/**
 * Inserts a record, or replaces an expired one of the same name. If another transaction is inserting the same name, waits
 * for its end.
 * @returns whether the record was stored; false if an unexpired one exists
 */
export async function insertIfAbsent(
  db: Database,
  { recordId, seconds, ...record }: IdempotencyRecord,
): Promise<boolean> {
  const rows = await db
    .insert(submission)
    .values({
      ...record,
      record_id: recordId,
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .onConflictDoUpdate({
      target: submission.name,
      set: {
        payload: sql`excluded.payload`,
        answer: sql`excluded.answer`,
        record_id: sql`excluded.record_id`,
        expires_at: sql`excluded.expires_at`,
      },
      setWhere: isExpired,
    })
    .returning({ name: submission.name });
  return rows.length === 1;
}

export async function findRecord(
  db: Database,
  name: string,
): Promise<{ payload: string; answer: string } | null> {
  const rows = await db
    .select({ payload: submission.payload, answer: submission.answer })
    .from(submission)
    .where(eq(submission.name, name));
  return rows[0] ?? null;
}

export async function setResponse(
  db: Database,
  names: readonly string[],
  answer: string,
): Promise<void> {
  await db
    .update(submission)
    .set({ answer })
    .where(inArray(submission.name, [...names]));
}

export async function deleteRecordsOf(db: Database, recordId: string): Promise<void> {
  await db.delete(submission).where(eq(submission.record_id, recordId));
}

export async function deleteExpiredRecords(db: Database): Promise<void> {
  await db.delete(submission).where(isExpired);
}
