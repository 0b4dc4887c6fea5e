import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type QueueLimits } from './fairQueue';

const LIMITS = { running: 2, runningPerKey: 1, waiting: 6, waitingPerKey: 3, refusedAfter: 0 };

/** A queue whose work ends when the test says so. */
function queueUnderTest(limits: Partial<QueueLimits> = {}) {
  const inTurn = createFairQueue({ ...LIMITS, ...limits });
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const refused: string[] = [];
  return {
    started,
    refused,
    /** Queues a piece of work for the key its name begins with. */
    async add(...names: string[]) {
      for (const name of names) {
        const work = () => {
          started.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        };
        inTurn(name.charAt(0), work).catch(() => refused.push(name));
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
  it('runs no more for one key than its part, so that another starts at once', async () => {
    const { add, started } = queueUnderTest();
    await add('a1', 'a2', 'a3');
    expect(started).toEqual(['a1']);
    await add('b1');
    expect(started).toEqual(['a1', 'b1']);
  });

  it('takes the keys in turn, however much waits for one', async () => {
    const { add, end, started } = queueUnderTest();
    await add('a1', 'b1', 'a2', 'a3', 'b2', 'b3', 'c1');
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('c1', 'b1', 'a2', 'b2', 'a3', 'b3');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3']);
  });

  it('refuses a key what is beyond its places, and no other', async () => {
    const { add, refused, started } = queueUnderTest();
    await add('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1');
    expect(refused).toEqual(['a5', 'a6']);
    expect(started).toEqual(['a1', 'b1']);
  });

  it('when all places are taken, the longest line gives up its newest for a key with fewer', async () => {
    const { add, end, refused, started } = queueUnderTest();
    await add('a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'b3', 'b4', 'c1');
    expect(refused).toEqual(['a4']);
    // As many wait for it as for the others: it has no better claim.
    await add('c2');
    await add('c3');
    expect(refused).toEqual(['a4', 'b4', 'c3']);
    await end('a1');
    expect(started.at(-1)).toBe('c1');
  });

  it('goes on after work that failed', async () => {
    const inTurn = createFairQueue({ ...LIMITS, running: 1 });
    const fail = () => Promise.reject(new Error('broken'));
    await expect(inTurn('a', fail)).rejects.toThrow('broken');
    expect(await inTurn('a', async () => 'done')).toBe('done');
  });

  it('refuses with 503 and when to come again, not at once', async () => {
    const inTurn = createFairQueue({ ...LIMITS, waitingPerKey: 1, refusedAfter: 30 });
    const never = () => new Promise<never>(() => undefined);
    for (let time = 0; time < 2; time += 1) void inTurn('a', never);
    const from = performance.now();
    const refusal = { statusCode: 503, headers: { 'retry-after': '5' } };
    await expect(inTurn('a', never)).rejects.toMatchObject(refusal);
    // A timer may be a millisecond early.
    expect(performance.now() - from).toBeGreaterThan(28);
  });
});
