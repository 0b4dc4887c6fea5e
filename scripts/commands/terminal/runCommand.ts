import { restrictNewFiles } from '../../../server/db/dataFolder/ownerOnly';
import { explainFailure, explainUncaughtFailures } from '../../../server/failures/explainFailure';

/** Runs a command for an operator at a terminal. Explains an error without a stack and sets the exit code 1. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  restrictNewFiles();
  explainUncaughtFailures();
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}
