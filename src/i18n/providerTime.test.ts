import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatDateTime } from './format';
import { dayOf, setServerTime, now, setTimeZone, today } from './providerTime';

const MOMENT = new Date('2026-11-21T07:59:00Z');

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  vi.useFakeTimers({ now: MOMENT, toFake: ['Date'] });
});
afterEach(() => {
  setTimeZone('');
  setServerTime(undefined);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const written = () => formatDateTime(MOMENT.toISOString(), 'en').replaceAll(/\s/g, ' ');

it('days and times are those of the browser, until the provider’s time zone is known', () => {
  expect([today(), dayOf(MOMENT), written()]).toEqual([
    '2026-11-21',
    '2026-11-21',
    'Nov 21, 2026, 4:59 PM',
  ]);
  setTimeZone('America/Los_Angeles');
  expect([today(), dayOf(MOMENT), written()]).toEqual([
    '2026-11-20',
    '2026-11-20',
    'Nov 20, 2026, 11:59 PM',
  ]);
});

it('days are those of the browser, if it does not know the provider’s time zone', () => {
  setTimeZone('America/Nowhere');
  expect(today()).toBe('2026-11-21');
});

it.each([
  ['Sat, 21 Nov 2026 11:00:00 GMT', '2026-11-21T11:00:00.000Z'],
  ['Fri, 20 Nov 2026 07:00:00 GMT', '2026-11-20T07:00:00.000Z'],
  // As near as a response takes to arrive.
  ['Sat, 21 Nov 2026 07:58:30 GMT', '2026-11-21T07:59:00.000Z'],
  [undefined, '2026-11-21T07:59:00.000Z'],
  ['nonsense', '2026-11-21T07:59:00.000Z'],
])('the clock is the server’s, by the time of its response: %s', (date, moment) => {
  setServerTime(date);
  expect(now().toISOString()).toBe(moment);
});
