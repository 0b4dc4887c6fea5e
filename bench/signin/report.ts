/** Formats the table of the logins that are measured under a flood of logins. */
import { combineRounds } from '../harness/load';
import { type Cell, count, table, verdict } from '../harness/tables';
import { CONNECTIONS, type Flood } from './measureSignIns';

/** Formats the duration of one address's logins during floods of other networks. */
export function signInsReport(title: string, floods: readonly Flood[]): string {
  const rows = floods.map(({ name, answers, atMost, ...runs }): Cell[] => {
    const [quiet, flooded] = [combineRounds(runs.quiet), combineRounds(runs.flooded)];
    const ratio = flooded.p50 / quiet.p50;
    const medians = [quiet.p50, flooded.p50, ratio, atMost, verdict(ratio <= atMost)];
    const failed = quiet.failed + flooded.failed;
    const answered = Object.entries(answers).map(([status, times]) => `${status}: ${count(times)}`);
    return [name, ...medians, quiet.p99, flooded.p99, failed, answered.join(', ')];
  });
  return [
    `### ${title}: signing in while ${CONNECTIONS} connections of other networks do`,
    table(
      ['flood', 'quiet p50 ms', 'under flood', 'times', 'at most', '', 'quiet p99 ms', 'under flood', 'failed', "the flood's answers"],
      rows,
    ),
  ].join('\n\n'); // prettier-ignore
}
