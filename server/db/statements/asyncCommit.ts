/** Commits that do not wait for the disk, and the flush that makes up for it. */
import { type SQL, sql } from 'drizzle-orm';

/**
 * An expression that turns off synchronous commit for the transaction of its statement: it must be flushed before its
 * request is answered.
 */
export const ASYNC_COMMIT: SQL<string> = sql`set_config('synchronous_commit', 'off', true)`;

/** The same, if a condition holds; otherwise the commit waits for the disk, as usual. */
export const asyncCommitIf = (condition: SQL): SQL =>
  sql`case when ${condition} then ${ASYNC_COMMIT} end`;

/**
 * An expression that makes the commit of its statement's transaction write and flush the write-ahead log, and with it everything
 * committed before: a message that nothing reads.
 */
export const FLUSH: SQL<string> = sql`pg_logical_emit_message(true, 'referral-desk', '')`;
