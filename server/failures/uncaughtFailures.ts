import { explainFailure } from './explainFailure';

/**
 * Ends the process with the exit code 1 at an error that nothing caught, as Node does, but prints only its explanation: Node would
 * print a failed statement with its values, which may be personal data.
 */
export function explainUncaughtFailures(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  });
}
