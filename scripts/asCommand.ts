import { DrizzleQueryError } from 'drizzle-orm/errors';
import { sqlState } from '../server/db/sqlState';

/** Runs a command for a person at a terminal: what stops it is said in words, without a stack, and the exit code is 1. */
export async function asCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  const state = sqlState(error);
  if (state === 'ECONNREFUSED') return 'The database cannot be reached.';
  // Its own message holds all that was sent, and one about a wrong value that value: people's details.
  if (error instanceof DrizzleQueryError) {
    const isAboutValue = state === undefined || state.startsWith('22');
    return isAboutValue
      ? `The database refused what it was sent (${state ?? 'no code'}).`
      : `The database refused: ${String(error.cause?.message)}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
