/** Stores idempotency records. Their names are HMACs, which reveal nothing of the request. */
import { and, eq, gt, inArray, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FLUSH } from '../../db/statements/asyncCommit';
import type { Database } from '../../db/database';
import { isAnyOf, type Parameter } from '../../db/statements/parameters';
import { executePrepared, prepareStatement } from '../../db/statements/preparedStatement';
import { secondsFromNow } from '../../db/statements/storedTimes';
import { idempotency_record } from '../../db/schema';
import { sqlState } from '../../db/sqlState';

export interface IdempotencyRecord {
  readonly name: string;
  readonly payload: string;
  /** The response as JSON; the expected one until `setResponse` replaces it. */
  readonly answer: string;
  readonly recordId: string | null;
  /** Lifetime in seconds. */
  readonly seconds: number;
}

const isExpired = lte(idempotency_record.expires_at, sql`now()`);

/**
 * Condition: acquires the lock of a name until the end of the transaction. False, without waiting, if another transaction holds
 * it.
 */
const acquiresLock = (name: Parameter<string>): SQL =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${name}::text, 0))`;

/**
 * Tries to lock a name until the end of the transaction, without waiting.
 * @returns whether the lock was acquired; if not, another running transaction holds it
 */
export async function tryLock(db: Database, name: string): Promise<boolean> {
  return (await executePrepared(db, sql`select 1 where ${acquiresLock(name)}`)).length === 1;
}

/** Whether another running transaction holds the lock of a name. */
export const isLocked = async (db: Database, name: string): Promise<boolean> =>
  !(await tryLock(db, name));

/**
 * Inserts a record, or replaces an expired one with the same name. Waits while another transaction is inserting the same name.
 * @returns whether the record was stored; false if an unexpired one exists
 */
export async function insertIfAbsent(
  db: Database,
  { name, payload, answer, recordId, seconds }: IdempotencyRecord,
): Promise<boolean> {
  const rows = await executePrepared(
    db,
    sql`
      insert into ${idempotency_record} (name, payload, answer, record_id, expires_at)
      values (${name}, ${payload}, ${answer}, ${recordId}, now() + make_interval(secs => ${seconds}))
      on conflict (name) do update set payload = excluded.payload, answer = excluded.answer,
        record_id = excluded.record_id, expires_at = excluded.expires_at
      where ${isExpired}
      returning ${idempotency_record.name}`,
  );
  return rows.length === 1;
}

/** The parts of the statement that makes a change. `Run.values` has the values of their placeholders. */
interface Change {
  /** Condition: the request is valid. */
  readonly isValid: SQL;
  /**
   * Common table expressions, separated by commas. They read `stored`, which has one row if the request is valid and no repeat.
   * The last one is named `changed`: it has one row with the id of the changed record, or none without a change.
   */
  readonly change: SQL;
  /** Builds the insert of the audit entry, which returns its number and hash. */
  readonly insertEntry: (recordIds: SQL, from: SQL) => SQL;
}

interface Run {
  readonly records: readonly IdempotencyRecord[];
  /** The name to lock, or null. */
  readonly lock: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

const entrySchema = z.object({ id: z.coerce.number(), hash: z.string() });

/**
 * Makes a change with its records and its audit entry, in one statement. With the value `isUnflushed` it commits like
 * `recordAuditUnflushed`.
 * @returns the entry; null if nothing was stored: the request is invalid, a record exists (expired or not), another transaction
 *   holds the lock, or a constraint is violated, such as that of unique tracking IDs
 * @throws any other error of the database, such as that of an ended session
 */
export type RunChange = (db: Database, run: Run) => Promise<z.infer<typeof entrySchema> | null>;

/** The class of SQLSTATEs of violated constraints. */
const CONSTRAINT_CLASS = '23';

/** Prepares the statement of a change. It inserts the audit entry last, because that locks the head of the chain. */
export function prepareChange({ isValid, change, insertEntry }: Change): RunChange {
  const run = prepareStatement(
    () => sql`
      with possible as materialized (
        select 1 where ${isValid}
          and not exists (select 1 from ${idempotency_record} where ${isAnyOf(idempotency_record.name, sql.placeholder('names'))})
          and (${sql.placeholder('lock')}::text is null or ${acquiresLock(sql.placeholder('lock'))})),
      record as (
        insert into ${idempotency_record} (name, payload, answer, record_id, expires_at)
        select name, payload, answer, "recordId", now() + make_interval(secs => seconds)
        from possible, json_to_recordset(${sql.placeholder('records')}::json)
          as new (name text, payload text, answer text, "recordId" text, seconds integer)
        returning 1),
      stored as (select 1 from record having count(*) > 0),
      ${change},
      entry as (${insertEntry(sql`array[id]`, sql`from changed`)})
      select id, hash from entry`,
  );
  return async (db, { records, lock, values }) => {
    const names = records.map(({ name }) => name);
    const all = { ...values, names, lock, records: JSON.stringify(records) };
    const rows = await run(db, all).catch((error: unknown) => {
      if (sqlState(error)?.startsWith(CONSTRAINT_CLASS)) return [];
      throw error;
    });
    return entrySchema.optional().parse(rows[0]) ?? null;
  };
}

/** Finds a record that has not expired. The commit of the transaction also flushes the one that stored the record. */
export async function findRecord(
  db: Database,
  name: string,
): Promise<{ payload: string; answer: string } | null> {
  const rows = await db
    .select({
      payload: idempotency_record.payload,
      answer: idempotency_record.answer,
      flush: FLUSH,
    })
    .from(idempotency_record)
    .where(and(eq(idempotency_record.name, name), not(isExpired)));
  return rows[0] ?? null;
}

export async function setResponse(
  db: Database,
  names: readonly string[],
  answer: string,
): Promise<void> {
  await db
    .update(idempotency_record)
    .set({ answer })
    .where(inArray(idempotency_record.name, [...names]));
}

export async function deleteRecordsOf(db: Database, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return;
  await db.delete(idempotency_record).where(isAnyOf(idempotency_record.record_id, recordIds));
}

/**
 * Shortens the lifetimes of records that were stored while the clock was ahead. They do not expire at once: the same request
 * may still be repeated.
 * @param lifetimes in seconds, of a key and of a content
 */
export async function shortenLifetimes(
  db: Database,
  lifetimes: { readonly key: number; readonly content: number },
): Promise<void> {
  const { expires_at, record_id } = idempotency_record;
  const latest = secondsFromNow(
    sql`case when ${isNull(record_id)} then ${lifetimes.key}::integer else ${lifetimes.content}::integer end`,
  );
  await db.update(idempotency_record).set({ expires_at: latest }).where(gt(expires_at, latest));
}

/** @param names of the records; all by default */
export async function deleteExpiredRecords(db: Database, names?: readonly string[]): Promise<void> {
  await db
    .delete(idempotency_record)
    .where(and(isExpired, names && isAnyOf(idempotency_record.name, names)));
}
