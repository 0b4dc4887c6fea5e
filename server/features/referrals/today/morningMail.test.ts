import { describe, expect, it } from 'vitest';
import { countReasons, isMailTime } from './morningMail';

const settings = {
  TIME_ZONE: 'America/Los_Angeles',
  HOLIDAYS: ['2026-11-26'],
  MORNING_MAIL: '07:00',
};

describe('the morning mail', () => {
  it.each([
    ['before its hour', '2026-12-01T14:59:59Z', false],
    ['at its hour', '2026-12-01T15:00:00Z', true],
    ['later in the morning, after an outage', '2026-12-01T19:59:59Z', true],
    ['at noon', '2026-12-01T20:00:00Z', false],
    ['in the evening, when the day in UTC is the next one', '2026-12-02T01:00:00Z', false],
    ['on a Saturday', '2026-12-05T16:00:00Z', false],
    ['on a Sunday', '2026-12-06T16:00:00Z', false],
    ['on a holiday', '2026-11-26T16:00:00Z', false],
    ['on the day after the holiday', '2026-11-27T16:00:00Z', true],
    ['in summer, an hour earlier in UTC', '2026-07-01T14:00:00Z', true],
    ['in summer, before its hour', '2026-07-01T13:59:00Z', false],
  ])('%s', (_when, now, expected) => {
    expect(isMailTime(settings, new Date(now))).toBe(expected);
  });

  it('begins at midnight with MORNING_MAIL=00:00', () => {
    const early = { ...settings, MORNING_MAIL: '00:00' };
    expect(isMailTime(early, new Date('2026-12-01T08:00:00Z'))).toBe(true);
    expect(isMailTime(early, new Date('2026-12-01T07:59:00Z'))).toBe(false);
  });

  it('has one number for each reason, and they add up', () => {
    const due = ['pastStandard', 'noAttempt', 'noAttempt', 'moreInfo'] as const;
    const { all, ...parts } = countReasons(due.map((reason) => ({ reason })));
    expect(all).toBe(4);
    expect(parts).toMatchObject({ pastStandard: 1, noAttempt: 2, moreInfo: 1, failedOften: 0 });
    expect(Object.values(parts).reduce((one, other) => one + other, 0)).toBe(all);
  });
});
