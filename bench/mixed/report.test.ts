import { expect, it } from 'vitest';
import type { Mixture } from './measureMixed';
import { mixedReport } from './report';

const measured = (p50: number, p99: number, failed = 0) => ({ perSecond: 1, p50, p99, failed });
const request = () => ({ method: 'GET' as const, path: '/', headers: {} });

/** @returns the cells of the row of one mixture */
function rowOf(name: Mixture['probe']['name'], quiet: number, busy: number): string[] {
  const mixture: Mixture = {
    work: 'a backup',
    probe: { name, connections: 4, request },
    quiet: [measured(quiet, quiet * 2)],
    busy: [measured(busy, busy * 2, 1)],
    runs: 3,
  };
  const report = mixedReport({ title: 'PostgreSQL', referrals: 1_000, mixtures: [mixture] });
  return (report.split('\n').at(-1) ?? '').slice(2, -2).split(' | ');
}

it('compares the times with and without the work', () => {
  const expected = ['a backup', '3', 'mine, 4 at once', '10', '20', '20', '40', '2', '2'];
  expect(rowOf('mine', 10, 20)).toEqual([...expected, 'p99 at most 3 times: yes', '1']);
});

it.each([
  ['mine', 10, 30, 'p99 at most 3 times: yes'],
  ['mine', 10, 31, 'p99 at most 3 times: no'],
  ['health', 1, 25, 'p99 at most 50 ms: yes'],
  ['health', 1, 26, 'p99 at most 50 ms: no'],
  ['login', 100, 150, 'p50 at most 1.5 times: yes'],
  ['login', 100, 151, 'p50 at most 1.5 times: no'],
] as const)('compares %s, from %d to %d ms, with its target: %s', (name, quiet, busy, aim) => {
  expect(rowOf(name, quiet, busy)).toContain(aim);
});
