import { describe, expect, it } from 'vitest';
import { FRESH, type Guard, isStopped, STOP_AFTER, takenBack, weigh, whenRight } from './guessing';

const MINUTE = 60;
const NOW = 1_000_000;
/** Of a stranger, who has no mark. */
interface Guards {
  readonly here: Guard;
  readonly anywhere: Guard;
}
const NOTHING: Guards = { here: FRESH, anywhere: FRESH };
const DEVICE = { here: FRESH, anywhere: null };

/** Wrong passwords one after the other, each as soon as it is weighed; answers where that ended, and how long each delay was. */
function failed<Of extends { here: Guard; anywhere: Guard | null } = Guards>(
  times: number,
  start: Of = NOTHING as never,
  begin = NOW,
) {
  let guards = start;
  let now = begin;
  const delays: number[] = [];
  for (let time = 0; time < times; time += 1) {
    now = Math.max(now, guards.here.delayedUntil ?? 0, guards.anywhere?.delayedUntil ?? 0);
    const { isWeighed, ...next } = weigh(guards, now);
    expect(isWeighed).toBe(true);
    guards = next as Of;
    delays.push(Math.max(0, (guards.here.delayedUntil ?? 0) - now));
  }
  return { guards, now, delays };
}

/** The same person's guards as seen from an address where nothing happened yet. */
const elsewhere = ({ anywhere }: Guards, here = FRESH): Guards => ({ anywhere, here });

describe('at one address', () => {
  it('nine wrong passwords cost nothing; from the tenth on each costs twice the time, up to a quarter of an hour', () => {
    const { delays } = failed(17);
    expect(delays.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 0));
    expect(delays.slice(9)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('nothing is weighed or counted during a delay', () => {
    const { guards, now } = failed(12);
    expect(weigh(guards, now + 119)).toEqual({ ...guards, isWeighed: false });
    expect(weigh(guards, now + 120).isWeighed).toBe(true);
  });

  it('ten in more than a quarter of an hour are no reason for a delay', () => {
    const nine = failed(9).guards;
    const later = weigh(nine, NOW + 15 * MINUTE);
    expect(later.here).toMatchObject({ failures: 1, delayedUntil: null });
  });

  it('delays begin anew after a quarter of an hour of quiet behind the last', () => {
    const { guards, now } = failed(15);
    const afterDelay = (guards.here.delayedUntil ?? 0) + 15 * MINUTE;
    expect(weigh(guards, afterDelay - 1).here.delayedUntil).toBe(afterDelay - 1 + 15 * MINUTE);
    expect(weigh(guards, afterDelay).here.delayedUntil).toBeNull();
    expect(now).toBeLessThan(afterDelay);
  });
});

describe('from everywhere', () => {
  it('strangers delay one another by no more than half a minute', () => {
    let guards = NOTHING;
    let now = NOW;
    const delays: number[] = [];
    for (let stranger = 0; stranger < 20; stranger += 1) {
      const next = weigh(elsewhere(guards), now);
      expect(next.isWeighed).toBe(true);
      guards = next as Guards & { isWeighed: boolean };
      delays.push((guards.anywhere.delayedUntil ?? now) - now);
      now = guards.anywhere.delayedUntil ?? now;
    }
    expect(delays.slice(8, 16)).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
    expect(Math.max(...delays)).toBe(30);
  });

  it('a device that has signed in before is neither delayed nor stopped by strangers, nor counted with them', () => {
    const { guards, now } = failed(STOP_AFTER);
    expect(weigh(elsewhere(guards), now).isWeighed).toBe(false);
    expect(weigh(DEVICE, now)).toMatchObject({ isWeighed: true, anywhere: null });
  });

  it('after a hundred in a row nothing is weighed, from nowhere, ever', () => {
    const { guards } = failed(STOP_AFTER);
    expect(guards.anywhere).toMatchObject({ consecutive: STOP_AFTER, expiresAt: null });
    const years = NOW * 1_000;
    expect(weigh(guards, years).isWeighed).toBe(false);
    expect(weigh(elsewhere(guards), years).isWeighed).toBe(false);
  });
});

describe('on a device that has signed in before', () => {
  it('wrong passwords cost what they cost at an address', () => {
    expect(failed(17, DEVICE).delays.slice(8)).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('a hundred in a row end its privilege for good; fewer are forgotten after a month', () => {
    const { guards } = failed(STOP_AFTER - 1, DEVICE);
    expect(isStopped(guards.here)).toBe(false);
    expect(guards.here.expiresAt).toBeGreaterThan(NOW + 30 * 24 * 60 * MINUTE);
    const { here } = failed(STOP_AFTER, DEVICE).guards;
    expect(isStopped(here)).toBe(true);
    expect(here.expiresAt).toBeNull();
    expect(weigh({ here, anywhere: null }, NOW * 1_000).isWeighed).toBe(false);
  });

  it('the right password ends its row', () => {
    const { guards, now } = failed(9, DEVICE);
    expect(whenRight(weigh(guards, now), now)).toEqual({ here: FRESH, anywhere: null });
    expect(takenBack(weigh(guards, now)).here).toMatchObject({ failures: 9, consecutive: 9 });
  });
});

describe('the right password', () => {
  it('ends the row and what was wrong here; strangers stay delayed', () => {
    const { guards, now } = failed(14);
    const counted = weigh(guards, (guards.here.delayedUntil ?? 0) + 1);
    const right = whenRight(counted, now);
    // Thirty days.
    expect(right.anywhere?.expiresAt).toBe(now + 30 * 24 * 60 * MINUTE);
    expect(right.here).toMatchObject({ failures: 0, delayedUntil: null });
    expect(right.anywhere).toMatchObject({ consecutive: 0, failures: 14 });
    expect(right.anywhere?.delayedUntil).toBeGreaterThan(now);
  });

  it('counted beforehand like any other, leaves no trace once it is taken back', () => {
    const { guards, now } = failed(9);
    const back = takenBack(weigh(guards, now));
    for (const side of ['here', 'anywhere'] as const) {
      const { failures, consecutive, delayedUntil } = guards[side];
      expect(back[side]).toMatchObject({ failures, consecutive, delayedUntil });
    }
  });
});
