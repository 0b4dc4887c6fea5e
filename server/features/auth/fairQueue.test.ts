import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type QueueLimits } from './fairQueue';

const LIMITS: QueueLimits = {
  maxRunning: 2,
  maxRunningPerKey: 1,
  maxWaiting: 6,
  maxWaitingPerKey: 3,
  refusalDelay: 0,
};

/** A queue whose tasks end when the test calls `end`. */
function queueUnderTest(limits: Partial<QueueLimits> = {}) {
  const runQueued = createFairQueue({ ...LIMITS, ...limits });
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const refused: string[] = [];
  return {
    started,
    refused,
    /** Queues a task for each name. The first character of a name is its key. */
    async add(...names: string[]) {
      for (const name of names) {
        const work = () => {
          started.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        };
        runQueued(name.charAt(0), work).catch(() => refused.push(name));
      }
      await settle();
    },
    async end(...names: string[]) {
      for (const name of names) {
        ends.get(name)?.();
        await settle();
      }
    },
  };
}

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await tick();
  await new Promise((done) => setTimeout(done, 5));
}

describe('a fair queue', () => {
  it('limits the concurrency of one key, so that another key starts at once', async () => {
    const { add, started } = queueUnderTest();
    await add('a1', 'a2', 'a3');
    expect(started).toEqual(['a1']);
    await add('b1');
    expect(started).toEqual(['a1', 'b1']);
  });

  it('serves the keys round robin, however many tasks of one key wait', async () => {
    const { add, end, started } = queueUnderTest();
    await add('a1', 'b1', 'a2', 'a3', 'b2', 'b3', 'c1');
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('c1', 'b1', 'a2', 'b2', 'a3', 'b3');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3']);
  });

  it('refuses the tasks beyond the limit of a key and accepts those of other keys', async () => {
    const { add, refused, started } = queueUnderTest();
    await add('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1');
    expect(refused).toEqual(['a5', 'a6']);
    expect(started).toEqual(['a1', 'b1']);
  });

  it('when full, refuses the newest task of the key with the most waiting, for a key with fewer', async () => {
    const { add, end, refused, started } = queueUnderTest();
    await add('a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'b3', 'b4', 'c1');
    expect(refused).toEqual(['a4']);
    // c2 displaces a task of b. Then every key has two waiting tasks, so c3 displaces none.
    await add('c2');
    await add('c3');
    expect(refused).toEqual(['a4', 'b4', 'c3']);
    await end('a1');
    expect(started.at(-1)).toBe('c1');
  });

  it('continues after a task that failed', async () => {
    const runQueued = createFairQueue({ ...LIMITS, maxRunning: 1 });
    const fail = () => Promise.reject(new Error('broken'));
    await expect(runQueued('a', fail)).rejects.toThrow('broken');
    expect(await runQueued('a', async () => 'done')).toBe('done');
  });

  it('refuses after a delay, with 503 and Retry-After', async () => {
    const runQueued = createFairQueue({ ...LIMITS, maxWaitingPerKey: 1, refusalDelay: 30 });
    const never = () => new Promise<never>(() => undefined);
    for (let time = 0; time < 2; time += 1) void runQueued('a', never);
    const from = performance.now();
    const refusal = { statusCode: 503, headers: { 'retry-after': '5' } };
    await expect(runQueued('a', never)).rejects.toMatchObject(refusal);
    // A timer may fire a millisecond early.
    expect(performance.now() - from).toBeGreaterThan(28);
  });
});
