import { DrizzleQueryError } from 'drizzle-orm/errors';

/** The SQLSTATE of a server whose disk is full. */
export const DISK_FULL = '53100';

/** The SQLSTATE of a write to a read-only server: a standby, or the former primary after a failover. */
export const READ_ONLY = '25006';

/** The SQLSTATE of a pooler that refuses a startup parameter. */
export const PROTOCOL_VIOLATION = '08P01';

/** Five characters with at least one digit: system codes such as EPERM have none. */
const SQLSTATE_PATTERN = /^(?=.*\d)[0-9A-Z]{5}$/;

/** System codes for a database that cannot be reached, has no address (any more), or closed the connection. */
const UNREACHABLE =
  /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** The driver's messages, without a code, when no connection is free in time, a new one times out, or one has broken. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Connection terminated unexpectedly',
]);

/**
 * Returns the SQLSTATE of a database error, however deep the driver's error is wrapped. Returns ECONNREFUSED for every failed
 * or lost connection, and undefined for any other error.
 */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (NO_CONNECTION.has(cause.message)) return 'ECONNREFUSED';
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    if (UNREACHABLE.test(cause.code)) return 'ECONNREFUSED';
    if (SQLSTATE_PATTERN.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** Whether an error is drizzle's wrapper of a driver error. Its message contains the whole statement and its values. */
export const isQueryError = (error: unknown): error is DrizzleQueryError =>
  error instanceof DrizzleQueryError;
