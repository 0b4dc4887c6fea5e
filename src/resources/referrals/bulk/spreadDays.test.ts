import { expect, it } from 'vitest';
import { spreadDays } from './spreadDays';

const FRIDAY = '2026-12-04';
const HOLIDAYS = new Set(['2026-12-08']);

it('has one day for all', () => {
  expect(spreadDays(FRIDAY, 1, 3, HOLIDAYS)).toEqual([FRIDAY, FRIDAY, FRIDAY]);
});

it('goes on with the business days after it, without weekends and holidays', () => {
  expect(spreadDays(FRIDAY, 3, 3, HOLIDAYS)).toEqual([FRIDAY, '2026-12-07', '2026-12-09']);
});

it('has as many people on each day, or one fewer', () => {
  const days = spreadDays(FRIDAY, 4, 10, HOLIDAYS);
  const counts = [...new Set(days)].map((day) => days.filter((each) => each === day).length);
  expect(counts).toHaveLength(4);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  expect(days).toEqual(days.toSorted());
});

it('takes no more days than there are people', () => {
  expect(spreadDays(FRIDAY, 9, 2, HOLIDAYS)).toEqual([FRIDAY, '2026-12-07']);
});
