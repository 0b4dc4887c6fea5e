import { DrizzleQueryError } from 'drizzle-orm/errors';
/** The SQLSTATE of a server whose disk is full. */
export const DISK_FULL = '53100';

/** Five characters with a digit among them: system codes such as EPERM have none. */
const PATTERN = /^(?=.*\d)[0-9A-Z]{5}$/;

/** How the system says that the database cannot be reached, has no address (any more), or has gone. */
const AWAY =
  /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** What the driver says, without a code, when none of its connections comes free in time, a new one does not come about, or one has broken. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Connection terminated unexpectedly',
]);

/**
 * The SQLSTATE of a database error (or the system's code of a lost connection), however deep the driver's error is
 * wrapped; undefined for any other error.
 */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (NO_CONNECTION.has(cause.message)) return 'ECONNREFUSED';
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    if (AWAY.test(cause.code)) return 'ECONNREFUSED';
    if (PATTERN.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** Whether it is drizzle's wrapper of what a driver says, whose message holds the whole statement and its values. */
export const isQueryError = (error: unknown): error is DrizzleQueryError =>
  error instanceof DrizzleQueryError;
