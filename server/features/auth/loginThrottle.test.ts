import { describe, expect, it } from 'vitest';
import {
  NO_FAILURES,
  type Throttle,
  isLockedOut,
  LOCKOUT_AFTER,
  refundAttempt,
  registerAttempt,
  clearAfterSuccess,
} from './loginThrottle';

const MINUTE = 60;
const NOW = 1_000_000;
/** Of a stranger, who has no mark. */
interface Throttles {
  readonly here: Throttle;
  readonly anywhere: Throttle;
}
const NOTHING: Throttles = { here: NO_FAILURES, anywhere: NO_FAILURES };
const DEVICE = { here: NO_FAILURES, anywhere: null };

/** Wrong passwords one after the other, each as soon as it is weighed; answers where that ended, and how long each delay was. */
function failed<Of extends { here: Throttle; anywhere: Throttle | null } = Throttles>(
  times: number,
  start: Of = NOTHING as never,
  begin = NOW,
) {
  let throttles = start;
  let now = begin;
  const delays: number[] = [];
  for (let time = 0; time < times; time += 1) {
    now = Math.max(now, throttles.here.delayedUntil ?? 0, throttles.anywhere?.delayedUntil ?? 0);
    const { isAdmitted, ...next } = registerAttempt(throttles, now);
    expect(isAdmitted).toBe(true);
    throttles = next as Of;
    delays.push(Math.max(0, (throttles.here.delayedUntil ?? 0) - now));
  }
  return { throttles, now, delays };
}

/** The same person's throttles as seen from an address where nothing happened yet. */
const elsewhere = ({ anywhere }: Throttles, here = NO_FAILURES): Throttles => ({ anywhere, here });

describe('at one address', () => {
  it('nine wrong passwords cost nothing; from the tenth on each costs twice the time, up to a quarter of an hour', () => {
    const { delays } = failed(17);
    expect(delays.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 0));
    expect(delays.slice(9)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('nothing is weighed or counted during a delay', () => {
    const { throttles, now } = failed(12);
    expect(registerAttempt(throttles, now + 119)).toEqual({ ...throttles, isAdmitted: false });
    expect(registerAttempt(throttles, now + 120).isAdmitted).toBe(true);
  });

  it('ten in more than a quarter of an hour are no reason for a delay', () => {
    const nine = failed(9).throttles;
    const later = registerAttempt(nine, NOW + 15 * MINUTE);
    expect(later.here).toMatchObject({ failures: 1, delayedUntil: null });
  });

  it('delays begin anew after a quarter of an hour of quiet behind the last', () => {
    const { throttles, now } = failed(15);
    const afterDelay = (throttles.here.delayedUntil ?? 0) + 15 * MINUTE;
    expect(registerAttempt(throttles, afterDelay - 1).here.delayedUntil).toBe(
      afterDelay - 1 + 15 * MINUTE,
    );
    expect(registerAttempt(throttles, afterDelay).here.delayedUntil).toBeNull();
    expect(now).toBeLessThan(afterDelay);
  });
});

describe('from everywhere', () => {
  it('strangers delay one another by no more than half a minute', () => {
    let throttles = NOTHING;
    let now = NOW;
    const delays: number[] = [];
    for (let stranger = 0; stranger < 20; stranger += 1) {
      const next = registerAttempt(elsewhere(throttles), now);
      expect(next.isAdmitted).toBe(true);
      throttles = next as Throttles & { isAdmitted: boolean };
      delays.push((throttles.anywhere.delayedUntil ?? now) - now);
      now = throttles.anywhere.delayedUntil ?? now;
    }
    expect(delays.slice(8, 16)).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
    expect(Math.max(...delays)).toBe(30);
  });

  it('a device that has signed in before is neither delayed nor stopped by strangers, nor counted with them', () => {
    const { throttles, now } = failed(LOCKOUT_AFTER);
    expect(registerAttempt(elsewhere(throttles), now).isAdmitted).toBe(false);
    expect(registerAttempt(DEVICE, now)).toMatchObject({ isAdmitted: true, anywhere: null });
  });

  it('after a hundred in a row nothing is weighed, from nowhere, ever', () => {
    const { throttles } = failed(LOCKOUT_AFTER);
    expect(throttles.anywhere).toMatchObject({ consecutive: LOCKOUT_AFTER, expiresAt: null });
    const years = NOW * 1_000;
    expect(registerAttempt(throttles, years).isAdmitted).toBe(false);
    expect(registerAttempt(elsewhere(throttles), years).isAdmitted).toBe(false);
  });
});

describe('on a device that has signed in before', () => {
  it('wrong passwords cost what they cost at an address', () => {
    expect(failed(17, DEVICE).delays.slice(8)).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('a hundred in a row end its privilege for good; fewer are forgotten after a month', () => {
    const { throttles } = failed(LOCKOUT_AFTER - 1, DEVICE);
    expect(isLockedOut(throttles.here)).toBe(false);
    expect(throttles.here.expiresAt).toBeGreaterThan(NOW + 30 * 24 * 60 * MINUTE);
    const { here } = failed(LOCKOUT_AFTER, DEVICE).throttles;
    expect(isLockedOut(here)).toBe(true);
    expect(here.expiresAt).toBeNull();
    expect(registerAttempt({ here, anywhere: null }, NOW * 1_000).isAdmitted).toBe(false);
  });

  it('the right password ends its row', () => {
    const { throttles, now } = failed(9, DEVICE);
    expect(clearAfterSuccess(registerAttempt(throttles, now), now)).toEqual({
      here: NO_FAILURES,
      anywhere: null,
    });
    expect(refundAttempt(registerAttempt(throttles, now)).here).toMatchObject({
      failures: 9,
      consecutive: 9,
    });
  });
});

describe('the right password', () => {
  it('ends the row and what was wrong here; strangers stay delayed', () => {
    const { throttles, now } = failed(14);
    const counted = registerAttempt(throttles, (throttles.here.delayedUntil ?? 0) + 1);
    const right = clearAfterSuccess(counted, now);
    // Thirty days.
    expect(right.anywhere?.expiresAt).toBe(now + 30 * 24 * 60 * MINUTE);
    expect(right.here).toMatchObject({ failures: 0, delayedUntil: null });
    expect(right.anywhere).toMatchObject({ consecutive: 0, failures: 14 });
    expect(right.anywhere?.delayedUntil).toBeGreaterThan(now);
  });

  it('counted beforehand like any other, leaves no trace once it is taken back', () => {
    const { throttles, now } = failed(9);
    const back = refundAttempt(registerAttempt(throttles, now));
    for (const side of ['here', 'anywhere'] as const) {
      const { failures, consecutive, delayedUntil } = throttles[side];
      expect(back[side]).toMatchObject({ failures, consecutive, delayedUntil });
    }
  });
});
