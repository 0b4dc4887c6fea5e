/** Asynchronous commits, and the flush of the write-ahead log that makes them durable. */
import { type SQL, sql } from 'drizzle-orm';

/**
 * An expression that turns off synchronous commit for the transaction of its statement. Flush the transaction before you
 * respond to its request.
 */
export const ASYNC_COMMIT: SQL<string> = sql`set_config('synchronous_commit', 'off', true)`;

/** An expression that turns off synchronous commit, like `ASYNC_COMMIT`, if a condition holds. */
export const asyncCommitIf = (condition: SQL): SQL =>
  sql`case when ${condition} then ${ASYNC_COMMIT} end`;

/**
 * An expression that makes the commit of its statement's transaction flush the write-ahead log, including all earlier commits.
 * It writes a logical decoding message, which has no reader: a transaction that writes nothing flushes nothing.
 */
export const FLUSH: SQL<string> = sql`pg_logical_emit_message(true, 'referral-desk', '')`;
