/** Formats the table of the list of what is to do today. */
import { combineRounds } from '../harness/load';
import { type Cell, count, table, verdict } from '../harness/tables';
import type { measureToday } from './measureToday';

/** How many times as long a call may take in the largest archive as in the smallest. */
const MOST_GROWTH = 1.3;

export function todayReport({ title, results }: Awaited<ReturnType<typeof measureToday>>): string {
  const sizes = results[0]?.runs.map(({ referrals }) => referrals) ?? [];
  const rows = results.map(({ due, call, runs }): Cell[] => {
    const measured = runs.map(({ rounds }) => combineRounds(rounds));
    const times = (measured.at(-1)?.p50 ?? NaN) / (measured[0]?.p50 ?? NaN);
    const failed = measured.reduce((sum, one) => sum + one.failed, 0);
    return [
      call,
      count(due),
      ...measured.map(({ p50 }) => p50),
      times,
      verdict(times <= MOST_GROWTH),
      failed,
    ];
  });
  const headings = [
    'call',
    'due',
    ...sizes.map((size) => `p50 ms at ${count(size)}`),
    'times',
    `at most ${MOST_GROWTH}`,
    'failed',
  ];
  return [`### ${title}: what is to do today`, table(headings, rows)].join('\n\n');
}
