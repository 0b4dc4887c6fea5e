/** What was added once, by names that hold nothing of it. */
import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { submission } from '../../db/schema';

export interface IdempotencyRecord {
  readonly name: string;
  readonly payload: string;
  /** What was or, as far as known, will be answered, as JSON. */
  readonly answer: string;
  readonly recordId: string | null;
  /** Seconds for which it stands. */
  readonly seconds: number;
}

const isOver = lte(submission.expires_at, sql`now()`);

/**
 * Takes a name for this transaction alone, without waiting.
 * @returns whether it was free; if not, another transaction that is under way has it
 */
export async function tryLock(db: Database, name: string): Promise<boolean> {
  const [row] = await db
    .select({ isHeld: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
    .from(sql`(values (1)) as one`);
  return row?.isHeld === true;
}

/**
 * Stores a mark if its name is free. Where another transaction is about to store the same name, it waits for its end.
 * @returns whether it was free
 */
export async function insertIfAbsent(
  db: Database,
  { recordId, seconds, ...mark }: IdempotencyRecord,
): Promise<boolean> {
  const rows = await db
    .insert(submission)
    .values({
      ...mark,
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
      setWhere: isOver,
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
  await db.delete(submission).where(isOver);
}
