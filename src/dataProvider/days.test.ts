import { afterEach, describe, expect, it } from 'vitest';
import { setTimeZone } from '../i18n/providerTime';
import { dayRange } from './days';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('a day', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-19T11:00:00.000Z', '2026-11-20T11:00:00.000Z'],
  ])('in %s starts and ends at midnight there', (place, from, to) => {
    process.env.TZ = place;
    expect(dayRange('2026-11-20')).toEqual({ from, to });
  });

  it('is the provider’s where its time zone is known', () => {
    process.env.TZ = 'Asia/Tokyo';
    setTimeZone('America/Los_Angeles');
    const day = dayRange('2026-11-20');
    setTimeZone('');
    expect(day).toEqual({ from: '2026-11-20T08:00:00.000Z', to: '2026-11-21T08:00:00.000Z' });
  });

  it('on which the clock goes back has 25 hours', () => {
    process.env.TZ = 'America/Los_Angeles';
    expect(dayRange('2026-11-01')).toEqual({
      from: '2026-11-01T07:00:00.000Z',
      to: '2026-11-02T08:00:00.000Z',
    });
  });

  it.each(['', '2026-11', 'yesterday', '12026-11-20', '2026-13-01'])(
    'is empty for text that is no day: %j',
    (day) => {
      expect(dayRange(day)).toEqual({});
    },
  );
});
