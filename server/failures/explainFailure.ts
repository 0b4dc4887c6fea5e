/**
 * What stops a start or a command, for the person at the terminal: in words, with the setting's name and the cure, without
 * a stack, and without SQL or the values sent with it, which are people's details.
 */
import { isQueryError } from '../db/sqlState';
import { explainDatabaseFailure } from './databaseFailures';
import { explainFileFailure } from './fileFailures';

/** @param error whatever was thrown */
export function explainFailure(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return describeFault(cause);
  // Its message holds the whole statement and its values.
  if (isQueryError(cause)) return 'The database refused what it was sent (no code).';
  return (
    explainDatabaseFailure(cause) ??
    explainRefusal(cause) ??
    explainFileFailure(cause) ??
    (isInWords(cause) ? cause.message : describeFault(cause))
  );
}

/** What lies behind the wrappers that say nothing, or too much. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isQueryError(error) && error.cause !== undefined) return causeOf(error.cause);
  // Of several addresses of one host each has failed; the first one tells why.
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  return error;
}

/** A SQLSTATE: five characters with a digit among them. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** What the database says to a statement, unless that would repeat a value. */
function explainRefusal(error: Error): string | undefined {
  const state = 'code' in error ? String(error.code) : '';
  if (!SQLSTATE.test(state)) return undefined;
  return state.startsWith('22')
    ? `The database refused what it was sent (${state}).`
    : `The database refused: ${error.message} (${state}).`;
}

/** Whether an error was written for the person who reads it: ours, and those about a command's options. */
const isInWords = (error: Error) =>
  'code' in error ? String(error.code).startsWith('ERR_PARSE_ARGS') : error.name === 'Error';

/** A fault of the program: what it is and where, never what it was about. */
function describeFault(error: unknown): string {
  const { name, code, stack } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const [, place] = /^\s+at .*?([^/\s(]+:\d+:\d+)\)?$/m.exec(stack ?? '') ?? [];
  const what = [name ?? 'something thrown that is no error', code, place && `at ${place}`];
  return `An error in Referral Desk itself: ${what.filter(Boolean).join(' ')}. Report this line to those who gave you the program.`;
}
