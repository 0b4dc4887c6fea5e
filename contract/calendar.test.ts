import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayIn, isTimeZone } from './calendar';
import { addDays, startOfDay } from './calendarDays';

const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
];

afterEach(() => vi.unstubAllEnvs());

describe.each(ZONES)('a day in %s', (zone) => {
  const moments = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2045-01-01'),
    noInvalidDate: true,
  });

  it('begins with its first moment', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const day = dayIn(zone, moment);
        const start = startOfDay(zone, day);
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1)) < day).toBe(true);
        expect(start.getTime()).toBeLessThanOrEqual(moment.getTime());
        expect(moment.getTime()).toBeLessThan(startOfDay(zone, addDays(day, 1)).getTime());
      }),
    );
  });

  it('is that of a machine there', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(fc.property(moments, (moment) => dayIn('', moment) === dayIn(zone, moment)));
  });
});

it.each([
  ['America/Los_Angeles', '2026-11-20', '2026-11-20T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z'],
  // There is no midnight: the clock goes from 0 to 1.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // There was no such day.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
])('in %s %s begins at %s', (zone, day, start) => {
  expect(startOfDay(zone, day).toISOString()).toBe(start);
});

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('from %s, %i days later is %s', (day, days, other) => {
  expect(addDays(day, days)).toBe(other);
});

it.each([
  ['America/Los_Angeles', true],
  ['america/los_angeles', true],
  ['UTC', true],
  ['America/Los_Angles', false],
  ['+01:00', false],
  ['', false],
])('%j is a time zone: %s', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown);
});
