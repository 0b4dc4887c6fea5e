/** Command-line options that all our programs have. */
import { version } from './version';

/**
 * Prints the usage for `--help` or the version for `--version`, and then exits the process. Returns without either option.
 * @param usage how to call the program in the first line, then what it does
 */
export function handleHelpOptions(usage: string): void {
  const args = process.argv.slice(2);
  const answer = args.some((arg) => arg === '--help' || arg === '-h')
    ? `${usage.trim()}\n\nSettings come from the environment; README.md lists them.`
    : args.includes('--version') && `Referral Desk ${version}, Node ${process.versions.node}`;
  if (!answer) return;
  process.stdout.write(`${answer}\n`);
  process.exit(0);
}
