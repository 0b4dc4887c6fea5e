/** Five characters with a digit among them: system codes such as EPIPE have none. */
const PATTERN = /^((?=.*\d)[0-9A-Z]{5}|ECONN[A-Z]+)$/;

/** What the driver says, without a code, when none of its connections comes free in time, a new one does not come about, or one has broken. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
]);

/**
 * The SQLSTATE of a database error (or the system's code of a lost connection), however deep the driver's error is
 * wrapped; undefined for any other error.
 */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (NO_CONNECTION.has(cause.message)) return 'ECONNREFUSED';
    if ('code' in cause && typeof cause.code === 'string' && PATTERN.test(cause.code)) {
      return cause.code.startsWith('ECONN') ? 'ECONNREFUSED' : cause.code;
    }
  }
  return undefined;
}
