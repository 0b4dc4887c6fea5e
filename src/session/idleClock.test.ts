import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleClock } from './idleClock';

const MINUTE = 60_000;

/** A BroadcastChannel that delivers at once, as between tabs of one browser. */
class TestChannel extends EventTarget {
  static readonly open = new Set<TestChannel>();
  constructor() {
    super();
    TestChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of TestChannel.open) {
      if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  close() {
    TestChannel.open.delete(this);
  }
}

/** A tab and all notifications of its clock, the latest first. */
function openTab(minutes = 15) {
  const notified: (number | null | 'doubt' | 'end')[] = [];
  const clock = createIdleClock(minutes, {
    onCountdown: (seconds) => void notified.unshift(seconds),
    onMaybeExpired: () => void notified.unshift('doubt'),
    onEnd: () => void notified.unshift('end'),
  });
  return { clock, notified, last: () => notified[0] ?? null, stop: () => clock.stop() };
}
type Tab = ReturnType<typeof openTab>;

const tabs: Tab[] = [];
const open = (minutes?: number) => {
  const tab = openTab(minutes);
  tabs.push(tab);
  return tab;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', TestChannel);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop();
  expect(TestChannel.open.size).toBe(0);
  vi.useRealTimers();
});

describe('an idle person', () => {
  it('gets a countdown from 60 seconds, and then the end', () => {
    const tab = open();
    vi.advanceTimersByTime(14 * MINUTE - 1_000);
    expect(tab.last()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(tab.last()).toBe(60);
    vi.advanceTimersByTime(59_000);
    expect(tab.last()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(tab.last()).toBe('doubt');
    vi.advanceTimersByTime(250);
    expect(tab.last()).toBe('end');
    vi.advanceTimersByTime(MINUTE);
    expect(tab.notified.filter((event) => event === 'end')).toHaveLength(1);
  });

  it('is noticed after the usual time when the clock was set back, and no tab misses the activity of another', () => {
    const [active, idle] = [open(), open()];
    vi.setSystemTime(Date.now() - 180 * MINUTE);
    vi.advanceTimersByTime(13 * MINUTE);
    active.clock.recordActivity();
    vi.advanceTimersByTime(13 * MINUTE);
    expect(active.last()).toBeNull();
    expect(idle.last()).toBeNull();
    vi.advanceTimersByTime(2 * MINUTE + 1_250);
    expect(active.last()).toBe('end');
    expect(idle.last()).toBe('end');
  });

  it('is noticed after the given minutes', () => {
    const tab = open(2);
    vi.advanceTimersByTime(2 * MINUTE + 250);
    expect(tab.last()).toBe('end');
  });

  it('is noticed without a BroadcastChannel too', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const tab = open();
    vi.advanceTimersByTime(15 * MINUTE + 1);
    expect(tab.last()).toBe('end');
  });
});

describe('activity', () => {
  it('restarts the idle time', () => {
    const tab = open();
    vi.advanceTimersByTime(10 * MINUTE);
    tab.clock.recordActivity();
    vi.advanceTimersByTime(13 * MINUTE);
    expect(tab.last()).toBeNull();
    vi.advanceTimersByTime(MINUTE);
    expect(tab.last()).toBe(60);
  });

  it('does not end a warning; only staying does', () => {
    const tab = open();
    vi.advanceTimersByTime(14 * MINUTE + 10_000);
    tab.clock.recordActivity();
    expect(tab.last()).toBe(50);
    tab.clock.stay();
    expect(tab.last()).toBeNull();
    vi.advanceTimersByTime(13 * MINUTE);
    expect(tab.last()).toBeNull();
  });

  it('in one tab counts in all tabs', () => {
    const [one, other] = [open(), open()];
    vi.advanceTimersByTime(10 * MINUTE);
    one.clock.recordActivity();
    vi.advanceTimersByTime(13 * MINUTE);
    expect([one.last(), other.last()]).toEqual([null, null]);
    vi.advanceTimersByTime(MINUTE);
    expect([one.last(), other.last()]).toEqual([60, 60]);
  });

  it('staying in one tab ends the warning in all tabs', () => {
    const [one, other] = [open(), open()];
    vi.advanceTimersByTime(14 * MINUTE + 10_000);
    expect([one.last(), other.last()]).toEqual([50, 50]);
    other.clock.stay();
    expect([one.last(), other.last()]).toEqual([null, null]);
  });

  it('opening another tab ends the warning in all tabs', () => {
    const one = open();
    vi.advanceTimersByTime(14 * MINUTE + 10_000);
    open();
    expect(one.last()).toBeNull();
  });

  it('is broadcast at most once a second', () => {
    const one = open();
    open();
    const post = vi.spyOn(TestChannel.prototype, 'postMessage');
    vi.advanceTimersByTime(5_000);
    for (let keys = 0; keys < 100; keys += 1) {
      one.clock.recordActivity();
      vi.advanceTimersByTime(20);
    }
    expect(post.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

describe('a computer that slept', () => {
  /** Advances the clock without running timers. */
  const sleep = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  it('may have expired at the first check, and then ends', () => {
    const tab = open();
    sleep(8 * 60 * MINUTE);
    tab.clock.check();
    expect(tab.last()).toBe('doubt');
    vi.advanceTimersByTime(250);
    expect(tab.last()).toBe('end');
  });

  it('is not kept alive by the key that wakes it', () => {
    const tab = open();
    sleep(8 * 60 * MINUTE);
    tab.clock.recordActivity();
    expect(tab.last()).toBe('doubt');
    tab.clock.recordActivity();
    vi.advanceTimersByTime(250);
    expect(tab.last()).toBe('end');
  });

  it('does not end the session when only this tab was frozen and another one is in use', () => {
    const frozen = open();
    const [channel] = TestChannel.open;
    // Messages sent while it is frozen reach it only after its first check.
    TestChannel.open.clear();
    const other = open();
    vi.advanceTimersByTime(10 * MINUTE);
    other.clock.recordActivity();
    sleep(6 * MINUTE);
    if (channel) TestChannel.open.add(channel);
    frozen.clock.check();
    expect(frozen.notified).toContain('doubt');
    expect(frozen.last()).toBeNull();
    vi.advanceTimersByTime(MINUTE);
    expect(frozen.notified).not.toContain('end');
  });
});
