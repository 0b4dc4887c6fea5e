/** What every program of ours answers on its command line, before it does anything. */
import { version } from './version';

/**
 * Answers `--help` with a program's usage and `--version` with its version, and ends the process then.
 * @param usage how it is called in the first line, then what it does
 */
export function answerHelp(usage: string): void {
  const asked = process.argv.slice(2);
  const answer = asked.some((word) => word === '--help' || word === '-h')
    ? `${usage.trim()}\n\nSettings come from the environment; README.md lists them.`
    : asked.includes('--version') && `Referral Desk ${version}, Node ${process.versions.node}`;
  if (!answer) return;
  process.stdout.write(`${answer}\n`);
  process.exit(0);
}
