import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleClock } from './idleClock';

const MINUTE = 60_000;

/** Tabs that hear each other at once, as those of one browser. */
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

/** A tab, and all it has been told, the last first. */
function openTab(minutes = 15) {
  const told: (number | null | 'doubt' | 'end')[] = [];
  const clock = createIdleClock(minutes, {
    onLeft: (seconds) => void told.unshift(seconds),
    onDoubt: () => void told.unshift('doubt'),
    onEnd: () => void told.unshift('end'),
  });
  return { clock, told, last: () => told[0] ?? null, stop: () => clock.stop() };
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

describe('nobody there', () => {
  it('is warned of 60 seconds before the end, which counts down, and then it is over', () => {
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
    expect(tab.told.filter((news) => news === 'end')).toHaveLength(1);
  });

  it('is noticed after as many minutes as are set', () => {
    const tab = open(2);
    vi.advanceTimersByTime(2 * MINUTE + 250);
    expect(tab.last()).toBe('end');
  });

  it('is noticed without a channel too', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const tab = open();
    vi.advanceTimersByTime(15 * MINUTE + 1);
    expect(tab.last()).toBe('end');
  });
});

describe('somebody', () => {
  it('who does something begins the time anew', () => {
    const tab = open();
    vi.advanceTimersByTime(10 * MINUTE);
    tab.clock.notice();
    vi.advanceTimersByTime(13 * MINUTE);
    expect(tab.last()).toBeNull();
    vi.advanceTimersByTime(MINUTE);
    expect(tab.last()).toBe(60);
  });

  it('who is being warned may move without having answered', () => {
    const tab = open();
    vi.advanceTimersByTime(14 * MINUTE + 10_000);
    tab.clock.notice();
    expect(tab.last()).toBe(50);
    tab.clock.stay();
    expect(tab.last()).toBeNull();
    vi.advanceTimersByTime(13 * MINUTE);
    expect(tab.last()).toBeNull();
  });

  it('in one tab counts in all', () => {
    const [one, other] = [open(), open()];
    vi.advanceTimersByTime(10 * MINUTE);
    one.clock.notice();
    vi.advanceTimersByTime(13 * MINUTE);
    expect([one.last(), other.last()]).toEqual([null, null]);
    vi.advanceTimersByTime(MINUTE);
    expect([one.last(), other.last()]).toEqual([60, 60]);
  });

  it('who stays in one tab takes the warning from all', () => {
    const [one, other] = [open(), open()];
    vi.advanceTimersByTime(14 * MINUTE + 10_000);
    expect([one.last(), other.last()]).toEqual([50, 50]);
    other.clock.stay();
    expect([one.last(), other.last()]).toEqual([null, null]);
  });

  it('who opens another tab takes the warning from all', () => {
    const one = open();
    vi.advanceTimersByTime(14 * MINUTE + 10_000);
    open();
    expect(one.last()).toBeNull();
  });

  it('who types tells the others once a second at most', () => {
    const one = open();
    open();
    const post = vi.spyOn(TestChannel.prototype, 'postMessage');
    vi.advanceTimersByTime(5_000);
    for (let keys = 0; keys < 100; keys += 1) {
      one.clock.notice();
      vi.advanceTimersByTime(20);
    }
    expect(post.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

describe('a computer that slept', () => {
  /** No timer ran meanwhile. */
  const sleep = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  it('is in doubt as soon as it looks, and then over', () => {
    const tab = open();
    sleep(8 * 60 * MINUTE);
    tab.clock.look();
    expect(tab.last()).toBe('doubt');
    vi.advanceTimersByTime(250);
    expect(tab.last()).toBe('end');
  });

  it('is not brought back by the key that wakes it', () => {
    const tab = open();
    sleep(8 * 60 * MINUTE);
    tab.clock.notice();
    expect(tab.last()).toBe('doubt');
    tab.clock.notice();
    vi.advanceTimersByTime(250);
    expect(tab.last()).toBe('end');
  });

  it('is no reason to end when only this tab was frozen, and somebody is at another', () => {
    const frozen = open();
    const [channel] = TestChannel.open;
    // What is said meanwhile reaches it only after it has looked at the time.
    TestChannel.open.clear();
    const other = open();
    vi.advanceTimersByTime(10 * MINUTE);
    other.clock.notice();
    sleep(6 * MINUTE);
    if (channel) TestChannel.open.add(channel);
    frozen.clock.look();
    expect(frozen.told).toContain('doubt');
    expect(frozen.last()).toBeNull();
    vi.advanceTimersByTime(MINUTE);
    expect(frozen.told).not.toContain('end');
  });
});
