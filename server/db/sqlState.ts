/** Five characters with a digit among them: system codes such as EPIPE have none. */
const PATTERN = /^((?=.*\d)[0-9A-Z]{5}|ECONN[A-Z]+)$/;

/**
 * The SQLSTATE of a database error (or the system's code of a lost connection), however deep the driver's error is
 * wrapped; undefined for any other error.
 */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && PATTERN.test(cause.code)) {
      return cause.code.startsWith('ECONN') ? 'ECONNREFUSED' : cause.code;
    }
  }
  return undefined;
}
