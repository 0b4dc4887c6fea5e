import { beforeEach, expect, it, vi } from 'vitest';
import { TurnQueue } from './turnQueue';

/** Milliseconds that work takes. */
const TIMES = { short: 1, other: 1, long: 300, longer: 400 } as const;
type Work = keyof typeof TIMES;

let queue: TurnQueue;
let order: Work[];

beforeEach(() => {
  vi.useFakeTimers();
  queue = new TurnQueue();
  order = [];
  return () => vi.useRealTimers();
});

async function run(key: Work): Promise<void> {
  const end = await queue.take(key);
  order.push(key);
  await new Promise((done) => setTimeout(done, TIMES[key]));
  end();
}

/** Runs each kind of work once, so that the queue knows their times. */
async function recordTimes(): Promise<void> {
  for (const key of ['short', 'other', 'long', 'longer'] as const) void run(key);
  await vi.advanceTimersByTimeAsync(2_000);
  order = [];
}

/** Runs short work back to back in two concurrent loops, for so many milliseconds. */
function keepBusy(milliseconds: number): void {
  const until = Date.now() + milliseconds;
  const loop = async (): Promise<void> => {
    await run('short');
    if (Date.now() < until) await loop();
  };
  for (let loops = 0; loops < 2; loops += 1) void loop();
}

it('gives turns one at a time, in order of arrival while it has no times of the work', async () => {
  for (const key of ['short', 'long', 'other'] as const) void run(key);
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['short']);
  expect(queue.isTaken).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(['short', 'long', 'other']);
  expect(queue.isTaken).toBe(false);
});

it('gives the next turn to the work with the shortest average time', async () => {
  await recordTimes();
  for (const key of ['longer', 'longer', 'long', 'short', 'other'] as const) void run(key);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual(['longer', 'short', 'other', 'long', 'longer']);
});

it('delays longer work for the next statement of a request whose last one has just ended', async () => {
  await recordTimes();
  void run('short').then(() => setTimeout(() => void run('other'), 5));
  void run('long');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(['short', 'other', 'long']);
});

it('delays longer work by at most an eighth of its own time', async () => {
  await recordTimes();
  void run('short').then(() => setTimeout(() => void run('other'), 45));
  void run('long');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(['short', 'long', 'other']);
});

it('lets shorter work overtake the oldest for at most the time that the oldest takes itself', async () => {
  await recordTimes();
  keepBusy(1_000);
  const from = Date.now();
  const ends: number[] = [];
  for (let times = 0; times < 2; times += 1) void run('long').then(() => ends.push(Date.now()));
  await vi.advanceTimersByTimeAsync(5_000);
  const [first, second] = [order.indexOf('long'), order.lastIndexOf('long')];
  expect(order.slice(first + 1, second)).toContain('short');
  expect(ends.map((end) => Math.round((end - from) / 100))).toEqual([6, 12]);
});

it('does not starve long work when short requests keep arriving', async () => {
  await recordTimes();
  const requests = setInterval(() => void run('short'), 10);
  void run('short');
  const from = Date.now();
  let waited = Infinity;
  void run('long').then(() => (waited = Date.now() - from));
  await vi.advanceTimersByTimeAsync(1_000);
  clearInterval(requests);
  expect(waited).toBeLessThanOrEqual(2 * TIMES.long + 2);
});
