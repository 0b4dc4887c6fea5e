/**
 * Explains to the operator why a start or a command failed: names the setting and the remedy. Omits the stack, the SQL and
 * its parameters, which may be personal data.
 */
import { isQueryError } from '../db/sqlState';
import { explainDatabaseFailure } from './databaseFailures';
import { explainFileFailure } from '../db/dataFolder/fileFailures';

/** @param error anything that was thrown */
export function explainFailure(error: unknown): string {
  const cause = unwrap(error);
  if (!(cause instanceof Error)) return describeFault(cause);
  // Its message contains the whole statement and its values.
  if (isQueryError(cause)) return 'The database refused a statement (no code).';
  return (
    explainDatabaseFailure(cause) ??
    explainRefusal(cause) ??
    explainFileFailure(cause) ??
    (isForOperator(cause) ? cause.message : describeFault(cause))
  );
}

/** Unwraps errors whose message says nothing, or too much. */
function unwrap(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isQueryError(error) && error.cause !== undefined) return unwrap(error.cause);
  // Each address of the host has failed; the first error says why.
  if (error instanceof AggregateError && error.errors.length > 0) return unwrap(error.errors[0]);
  return error;
}

/** A SQLSTATE: five characters with a digit among them. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** PostgreSQL's message about a statement, unless it would repeat a value (class 22). */
function explainRefusal(error: Error): string | undefined {
  const state = 'code' in error ? String(error.code) : '';
  if (!SQLSTATE.test(state)) return undefined;
  return state.startsWith('22')
    ? `The database refused a statement (${state}).`
    : `The database refused: ${error.message} (${state}).`;
}

/** Whether the message was written for the operator: our own errors, and those about a command's options. */
const isForOperator = (error: Error) =>
  'code' in error ? String(error.code).startsWith('ERR_PARSE_ARGS') : error.name === 'Error';

/** Describes a bug by its name, code and location, without its message, which may contain data. */
function describeFault(error: unknown): string {
  const { name, code, stack } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const [, place] = /^\s+at .*?([^/\s(]+:\d+:\d+)\)?$/m.exec(stack ?? '') ?? [];
  const parts = [name ?? 'a thrown value that is not an Error', code, place && `at ${place}`];
  return `An error in Referral Desk itself: ${parts.filter(Boolean).join(' ')}. Report this line to those who gave you the program.`;
}

/**
 * Ends the process with the exit code 1 at an uncaught error, as Node does, but prints only its explanation: Node would print a
 * failed statement with its values, which may be personal data.
 */
export function explainUncaughtFailures(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  });
}
