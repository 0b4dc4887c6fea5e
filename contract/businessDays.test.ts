import { afterEach, describe, expect, it, vi } from 'vitest';
import { addBusinessDays, businessDaysSince, isBusinessDay } from './businessDays';
import { dayIn } from './calendar';
import { addDays } from './calendarDays';

const NONE = new Set<string>();

const ZONES = ['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles', 'Pacific/Pago_Pago'];
const at = (text: string) => dayIn('', new Date(text));

afterEach(() => vi.unstubAllEnvs());

describe.each(ZONES)('business days in %s', (zone) => {
  // November 20, 2026, is a Friday.
  it.each([
    ['on the same day', '2026-11-20T08:00', '2026-11-20T23:59', 0],
    ['over midnight', '2026-11-19T23:59', '2026-11-20T00:00', 1],
    ['from Friday to Saturday', '2026-11-20T17:00', '2026-11-21T09:00', 0],
    ['from Friday to Sunday', '2026-11-20T17:00', '2026-11-22T23:59', 0],
    ['from Friday to Monday', '2026-11-20T17:00', '2026-11-23T00:01', 1],
    ['from Saturday to Monday', '2026-11-21T12:00', '2026-11-23T12:00', 1],
    ['from Sunday to Monday', '2026-11-22T12:00', '2026-11-23T12:00', 1],
    ['from Sunday to Sunday', '2026-11-15T12:00', '2026-11-22T12:00', 5],
    ['from Monday to Monday', '2026-11-16T12:00', '2026-11-23T08:00', 5],
    ['from Wednesday over two weekends', '2026-11-11T12:00', '2026-11-24T12:00', 9],
    ['over the end of a year', '2026-12-31T12:00', '2027-01-04T12:00', 2],
    ['over a leap day', '2028-02-28T12:00', '2028-03-01T12:00', 2],
    ['before 1970', '1969-12-26T12:00', '1970-01-01T12:00', 4],
  ])('%s', (_what, entry, now, expected) => {
    vi.stubEnv('TZ', zone);
    expect(businessDaysSince(at(entry), at(now), NONE)).toBe(expected);
  });

  it('are none for an entry in the future', () => {
    vi.stubEnv('TZ', zone);
    expect(businessDaysSince(at('2026-11-27T12:00'), at('2026-11-20T12:00'), NONE)).toBe(0);
  });

  it('agree with counting day by day', () => {
    vi.stubEnv('TZ', zone);
    const entry = at('2026-02-01T00:30');
    let counted = 0;
    for (let day = 1; day <= 400; day += 1) {
      const now = new Date(2026, 1, 1 + day, 0, 15);
      if (now.getDay() !== 0 && now.getDay() !== 6) counted += 1;
      expect(businessDaysSince(entry, dayIn('', now), NONE)).toBe(counted);
    }
  });
});

it.each([
  // The clocks of Los Angeles: 2 am is 3 am on March 8, 2026, and 1 am comes twice on November 1.
  ['spring', '2026-03-06T23:30', '2026-03-09T00:30', 1],
  ['autumn', '2026-10-30T00:30', '2026-11-02T23:30', 1],
])('a change of the clocks in %s makes no day of more or less', (_season, entry, now, expected) => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  expect(businessDaysSince(at(entry), at(now), NONE)).toBe(expected);
});

describe('holidays', () => {
  // Thanksgiving and the Friday after it, a Sunday, and a day long past.
  const holidays = new Set(['2026-11-26', '2026-11-27', '2026-11-29', '2020-01-01']);

  it.each([
    ['2026-11-25', '2026-11-26', 0],
    ['2026-11-25', '2026-11-29', 0],
    ['2026-11-25', '2026-11-30', 1],
    ['2026-11-24', '2026-11-30', 2],
    ['2026-11-26', '2026-11-30', 1],
  ])('from %s to %s are %i business days', (day, today, expected) => {
    expect(businessDaysSince(day, today, holidays)).toBe(expected);
  });

  it('are skipped by the next business days', () => {
    expect(addBusinessDays('2026-11-25', 1, holidays)).toBe('2026-11-30');
    expect(addBusinessDays('2026-11-25', 3, holidays)).toBe('2026-12-02');
    expect(addBusinessDays('2026-11-28', 1, holidays)).toBe('2026-11-30');
    expect(addBusinessDays('2026-12-01', 0, holidays)).toBe('2026-12-01');
  });

  it('agree with counting day by day', () => {
    let counted = 0;
    for (let day = addDays('2026-11-01', 1); day < '2027-02-01'; day = addDays(day, 1)) {
      if (isBusinessDay(day, holidays)) counted += 1;
      expect(businessDaysSince('2026-11-01', day, holidays)).toBe(counted);
      if (isBusinessDay(day, holidays))
        expect(addBusinessDays('2026-11-01', counted, holidays)).toBe(day);
    }
  });
});
