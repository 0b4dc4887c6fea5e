import { expect, it } from 'vitest';
import { isLastHolidayNear } from './holidays';

const on = (now: string, ...HOLIDAYS: string[]) =>
  isLastHolidayNear({ HOLIDAYS, TIME_ZONE: 'America/Los_Angeles' }, new Date(now));

it.each([
  ['none is set', '2026-11-27T20:00:00Z', [], false],
  ['all are over', '2026-11-27T20:00:00Z', ['2026-11-26'], true],
  ['one is today', '2026-11-26T20:00:00Z', ['2026-11-26'], false],
  ['one is in 60 days', '2026-11-26T20:00:00Z', ['2026-01-01', '2027-01-25'], false],
  ['the next is in 61 days', '2026-11-26T20:00:00Z', ['2027-01-26'], true],
  ['today ends later there than in UTC', '2026-11-27T07:59:00Z', ['2026-11-26'], false],
])('whether the holidays end, if %s', (_case, now, days, expected) => {
  expect(on(now, ...days)).toBe(expected);
});
