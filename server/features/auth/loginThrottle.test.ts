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
/** Throttles of a client without a device cookie. */
interface Throttles {
  readonly perSource: Throttle;
  readonly perEmail: Throttle;
}
const NOTHING: Throttles = { perSource: NO_FAILURES, perEmail: NO_FAILURES };
const DEVICE = { perSource: NO_FAILURES, perEmail: null };

/**
 * Registers wrong passwords in sequence, each as soon as it is admitted.
 * @returns the final throttles and time, and the delay after each, in seconds
 */
function failed<Of extends { perSource: Throttle; perEmail: Throttle | null } = Throttles>(
  times: number,
  start: Of = NOTHING as never,
  begin = NOW,
) {
  let throttles = start;
  let now = begin;
  const delays: number[] = [];
  for (let time = 0; time < times; time += 1) {
    now = Math.max(
      now,
      throttles.perSource.delayedUntil ?? 0,
      throttles.perEmail?.delayedUntil ?? 0,
    );
    const { isAdmitted, ...next } = registerAttempt(throttles, now);
    expect(isAdmitted).toBe(true);
    throttles = next as unknown as Of;
    delays.push(Math.max(0, (throttles.perSource.delayedUntil ?? 0) - now));
  }
  return { throttles, now, delays };
}

/** The throttles of the same email from a network without failures. */
const elsewhere = ({ perEmail }: Throttles, perSource = NO_FAILURES): Throttles => ({
  perEmail,
  perSource,
});

describe('from one network', () => {
  it('nine wrong passwords cause no delay; from the tenth on the delay doubles from 30 seconds up to 15 minutes', () => {
    const { delays } = failed(17);
    expect(delays.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 0));
    expect(delays.slice(9)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('attempts during a delay are neither admitted nor counted', () => {
    const { throttles, now } = failed(12);
    expect(registerAttempt(throttles, now + 119)).toEqual({ ...throttles, isAdmitted: false });
    expect(registerAttempt(throttles, now + 120).isAdmitted).toBe(true);
  });

  it('ten wrong passwords in more than 15 minutes cause no delay', () => {
    const nine = failed(9).throttles;
    const later = registerAttempt(nine, NOW + 15 * MINUTE);
    expect(later.perSource).toMatchObject({ failures: 1, delayedUntil: null });
  });

  it('the delays start over after 15 minutes without an attempt', () => {
    const { throttles, now } = failed(15);
    const afterDelay = (throttles.perSource.delayedUntil ?? 0) + 15 * MINUTE;
    expect(registerAttempt(throttles, afterDelay - 1).perSource.delayedUntil).toBe(
      afterDelay - 1 + 15 * MINUTE,
    );
    expect(registerAttempt(throttles, afterDelay).perSource.delayedUntil).toBeNull();
    expect(now).toBeLessThan(afterDelay);
  });
});

describe('from all networks', () => {
  it('attempts from different networks delay each other by at most 30 seconds', () => {
    let throttles = NOTHING;
    let now = NOW;
    const delays: number[] = [];
    for (let client = 0; client < 20; client += 1) {
      const next = registerAttempt(elsewhere(throttles), now);
      expect(next.isAdmitted).toBe(true);
      throttles = next as Throttles & { isAdmitted: boolean };
      delays.push((throttles.perEmail.delayedUntil ?? now) - now);
      now = throttles.perEmail.delayedUntil ?? now;
    }
    expect(delays.slice(8, 16)).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
    expect(Math.max(...delays)).toBe(30);
  });

  it('a known device is neither delayed nor locked out by other clients, and counted separately', () => {
    const { throttles, now } = failed(LOCKOUT_AFTER);
    expect(registerAttempt(elsewhere(throttles), now).isAdmitted).toBe(false);
    expect(registerAttempt(DEVICE, now)).toMatchObject({ isAdmitted: true, perEmail: null });
  });

  it('after a hundred wrong passwords in a row no attempt is ever admitted, from any network', () => {
    const { throttles } = failed(LOCKOUT_AFTER);
    expect(throttles.perEmail).toMatchObject({ consecutive: LOCKOUT_AFTER, expiresAt: null });
    const years = NOW * 1_000;
    expect(registerAttempt(throttles, years).isAdmitted).toBe(false);
    expect(registerAttempt(elsewhere(throttles), years).isAdmitted).toBe(false);
  });
});

describe('on a known device', () => {
  it('wrong passwords cause the same delays as from one network', () => {
    expect(failed(17, DEVICE).delays.slice(8)).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('a hundred in a row lock it out for good; fewer expire after 30 days', () => {
    const { throttles } = failed(LOCKOUT_AFTER - 1, DEVICE);
    expect(isLockedOut(throttles.perSource)).toBe(false);
    expect(throttles.perSource.expiresAt).toBeGreaterThan(NOW + 30 * 24 * 60 * MINUTE);
    const { perSource } = failed(LOCKOUT_AFTER, DEVICE).throttles;
    expect(isLockedOut(perSource)).toBe(true);
    expect(perSource.expiresAt).toBeNull();
    expect(registerAttempt({ perSource, perEmail: null }, NOW * 1_000).isAdmitted).toBe(false);
  });

  it('the right password clears its failures', () => {
    const { throttles, now } = failed(9, DEVICE);
    expect(clearAfterSuccess(registerAttempt(throttles, now), now)).toEqual({
      perSource: NO_FAILURES,
      narrower: [],
      perEmail: null,
    });
    expect(refundAttempt(registerAttempt(throttles, now)).perSource).toMatchObject({
      failures: 9,
      consecutive: 9,
    });
  });
});

describe('after the right password', () => {
  it('the failures of this network and the consecutive count are cleared; other networks stay delayed', () => {
    const { throttles, now } = failed(14);
    const counted = registerAttempt(throttles, (throttles.perSource.delayedUntil ?? 0) + 1);
    const right = clearAfterSuccess(counted, now);
    // 30 days.
    expect(right.perEmail?.expiresAt).toBe(now + 30 * 24 * 60 * MINUTE);
    expect(right.perSource).toMatchObject({ failures: 0, delayedUntil: null });
    expect(right.perEmail).toMatchObject({ consecutive: 0, failures: 14 });
    expect(right.perEmail?.delayedUntil).toBeGreaterThan(now);
  });

  it('a refund restores the counters from before the attempt', () => {
    const { throttles, now } = failed(9);
    const back = refundAttempt(registerAttempt(throttles, now));
    for (const side of ['perSource', 'perEmail'] as const) {
      const { failures, consecutive, delayedUntil } = throttles[side];
      expect(back[side]).toMatchObject({ failures, consecutive, delayedUntil });
    }
  });
});

describe('from a chain of networks', () => {
  const start = (...delayFrom: number[]) => ({
    perEmail: NO_FAILURES,
    perSource: { ...NO_FAILURES, delayFrom: 20 },
    narrower: delayFrom.map((from) => ({ ...NO_FAILURES, delayFrom: from })),
  });

  it('each network is delayed by its own allowance; a delay of any of them refuses the attempt', () => {
    let throttles = start(15, 8);
    for (let time = 0; time < 8; time += 1) throttles = admit(throttles, NOW);
    const [household, device] = throttles.narrower;
    expect([throttles.perSource, household, device].map((one) => one?.delayedUntil)).toEqual([
      null,
      null,
      NOW + 30,
    ]);
    expect(registerAttempt(throttles, NOW + 29).isAdmitted).toBe(false);
    expect(registerAttempt(throttles, NOW + 30).isAdmitted).toBe(true);
  });

  it('a network with other devices reaches its own allowance by failures of all of them', () => {
    let throttles = start(15, 8);
    let now = NOW;
    const delays: (number | null)[] = [];
    for (let time = 0; time < 15; time += 1) {
      // A device without failures each time.
      throttles = {
        ...throttles,
        narrower: [throttles.narrower[0] ?? NO_FAILURES, { ...NO_FAILURES, delayFrom: 8 }],
      };
      now = Math.max(
        now,
        throttles.perEmail.delayedUntil ?? 0,
        throttles.narrower[0]?.delayedUntil ?? 0,
        throttles.perSource.delayedUntil ?? 0,
      );
      throttles = admit(throttles, now);
      delays.push(throttles.narrower[0]?.delayedUntil ?? null);
    }
    expect(delays.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => null));
    expect(delays[14]).not.toBeNull();
    expect(throttles.perSource).toMatchObject({ failures: 15, delayedUntil: null });
  });

  it('the right password clears the failures of all networks of the client, and keeps their allowances', () => {
    const throttles = admit(start(15, 8), NOW);
    const right = clearAfterSuccess(throttles, NOW);
    expect(
      [right.perSource, ...right.narrower].map(({ failures, delayFrom }) => [failures, delayFrom]),
    ).toEqual([
      [0, 20],
      [0, 15],
      [0, 8],
    ]);
    expect(refundAttempt(throttles).narrower.map(({ failures }) => failures)).toEqual([0, 0]);
  });

  function admit(throttles: ReturnType<typeof start>, now: number) {
    const next = registerAttempt(throttles, now);
    expect(next.isAdmitted).toBe(true);
    return { ...next, perEmail: next.perEmail ?? NO_FAILURES, narrower: [...next.narrower] };
  }
});

describe('after the clock was set back', () => {
  it.each([
    [10, 30],
    [12, 120],
    [30, 15 * MINUTE],
  ])('%i failures delay the next attempt by %i seconds, as usual', (failures, delay) => {
    const { perSource } = failed(failures, NOTHING, NOW + 3 * 60 * MINUTE).throttles;
    const throttles = { perSource, perEmail: null };
    const refused = registerAttempt(throttles, NOW);
    expect(refused.isAdmitted).toBe(false);
    expect(refused.perSource.delayedUntil).toBe(NOW + delay);
    expect(refused.perSource.windowEndsAt).toBe(NOW + delay + 15 * MINUTE);
    expect(registerAttempt(refused, NOW + delay - 1).isAdmitted).toBe(false);
    expect(registerAttempt(refused, NOW + delay).isAdmitted).toBe(true);
  });
});
