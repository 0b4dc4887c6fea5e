/** Formats the table of the calls that are measured while the server is busy. */
import { combineRounds, type Measured } from '../harness/load';
import type { measureMixed, Probe } from './measureMixed';
import { type Cell, count, table, verdict } from '../harness/tables';

/** Targets with the server busy: the compared figure, and its maximum. */
const AIMS: Record<
  Probe['name'],
  { readonly text: string; isMet(quiet: Measured, busy: Measured): boolean }
> = {
  mine: { text: 'p99 at most 3 times', isMet: (quiet, busy) => busy.p99 <= 3 * quiet.p99 },
  health: { text: 'p99 at most 50 ms', isMet: (_quiet, busy) => busy.p99 <= 50 },
  login: { text: 'p50 at most 1.5 times', isMet: (quiet, busy) => busy.p50 <= 1.5 * quiet.p50 },
};

export function mixedReport({
  title,
  referrals,
  mixtures,
}: Awaited<ReturnType<typeof measureMixed>>): string {
  const rows = mixtures.map(({ work, probe, runs, ...rounds }): Cell[] => {
    const [quiet, busy] = [combineRounds(rounds.quiet), combineRounds(rounds.busy)];
    const times = [busy.p50 / quiet.p50, busy.p99 / quiet.p99];
    const { text, isMet } = AIMS[probe.name];
    const compared = [quiet.p50, busy.p50, quiet.p99, busy.p99, ...times];
    return [
      work,
      runs,
      `${probe.name}, ${probe.connections} at once`,
      ...compared,
      `${text}: ${verdict(isMet(quiet, busy))}`,
      quiet.failed + busy.failed,
    ];
  });
  return [
    `### ${title}, ${count(referrals)} referrals: calls while the server is busy`,
    table(
      ['busy with', 'runs', 'call', 'quiet p50 ms', 'busy', 'quiet p99 ms', 'busy', 'times p50', 'times p99', 'aim', 'failed'],
      rows,
    ),
  ].join('\n\n'); // prettier-ignore
}
