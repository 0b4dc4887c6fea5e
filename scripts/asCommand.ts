import { restrictNewFiles } from '../server/db/ownerOnly';
import { explainFailure } from '../server/failures/explainFailure';

/** Runs a command for a person at a terminal: what stops it is said in words, without a stack, and the exit code is 1. */
export async function asCommand(run: () => Promise<void>): Promise<void> {
  restrictNewFiles();
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}
