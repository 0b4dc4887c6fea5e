import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type QueueLimits } from './fairQueue';

const LIMITS: QueueLimits = {
  maxRunning: 2,
  maxRunningPerNetwork: 1,
  maxWaiting: 6,
  refusalDelay: 0,
};

/** A queue whose tasks end when the test calls `end`. */
function queueUnderTest(limits: Partial<QueueLimits> = {}) {
  const runQueued = createFairQueue({ ...LIMITS, ...limits });
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const refused: string[] = [];
  const end = async (...names: string[]) => {
    for (const name of names) {
      ends.get(name)?.();
      ends.delete(name);
      await settle();
    }
  };
  return {
    started,
    refused,
    /** Queues a task for each name, such as 'a.b1'. Its letters are its networks, the widest first. */
    async add(...names: string[]) {
      for (const name of names) {
        const work = () => {
          started.push(name);
          return new Promise<void>((done) => ends.set(name, done));
        };
        const path = name.replace(/\d+$/, '').split('.');
        runQueued(path, work).catch(() => refused.push(name));
      }
      await settle();
    },
    end,
    /** Ends the tasks that run, in the order of their start, until none waits. */
    async drain() {
      while (ends.size > 0) await end([...ends.keys()][0] ?? '');
    },
  };
}

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await tick();
  await new Promise((done) => setTimeout(done, 5));
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

describe('a fair queue', () => {
  it('limits the concurrency of one network, so that another starts at once', async () => {
    const { add, started } = queueUnderTest();
    await add('a1', 'a2', 'a3');
    expect(started).toEqual(['a1']);
    await add('b1');
    expect(started).toEqual(['a1', 'b1']);
  });

  it('serves the networks round robin, however many tasks of one wait', async () => {
    const { add, end, started } = queueUnderTest();
    await add('a1', 'b1', 'a2', 'a3', 'b2', 'b3', 'c1');
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('c1', 'b1', 'a2', 'b2', 'a3', 'b3');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3']);
  });

  it('serves the networks within one network round robin, too', async () => {
    const { add, drain, started } = queueUnderTest({ maxRunning: 1 });
    await add('a.x1', 'a.x2', 'a.x3', 'a.x4', 'a.y1', 'b.z1');
    await drain();
    expect(started).toEqual(['a.x1', 'b.z1', 'a.y1', 'a.x2', 'a.x3', 'a.x4']);
  });

  it('serves a network with nothing running or waiting next, before networks that were served', async () => {
    const { add, end, started } = queueUnderTest({ maxRunning: 1, maxWaiting: 100 });
    const flood = numbered('f', 20).flatMap((network) => numbered(`${network}.`, 4));
    const path = (name: string) => name.replace('.', 'x.y');
    // Twenty networks, each with four tasks.
    await add(...flood.map((name) => path(name.replace(/^f(\d+)/, (_, n) => letters(Number(n))))));
    const first = started[0] ?? '';
    await add('visitor1');
    await end(first);
    const positionOf = (name: string) => started.indexOf(name);
    expect(started).toHaveLength(2);
    // The flood's networks that were not served yet came before; one that was served waits behind the visitor.
    await add('late1');
    let ended = 1;
    while (positionOf('late1') < 0) {
      await end(started[ended] ?? '');
      ended += 1;
    }
    expect(positionOf('visitor1')).toBeLessThanOrEqual(20);
    expect(positionOf('late1')).toBe(positionOf('visitor1') + 1);
  });

  it('when full, refuses the newest task of the network with the most waiting', async () => {
    const { add, end, refused, started } = queueUnderTest();
    await add('a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'b3', 'b4', 'c1');
    // a and b have three each: the one that came last loses its newest.
    expect(refused).toEqual(['b4']);
    await add('c2');
    expect(refused).toEqual(['b4', 'a4']);
    await add('c3');
    expect(refused).toEqual(['b4', 'a4', 'c3']);
    await end('a1');
    expect(started.at(-1)).toBe('c1');
  });

  it('when full, refuses the newest of the narrower network with the most waiting', async () => {
    const { add, refused } = queueUnderTest({ maxRunning: 1, maxWaiting: 4 });
    await add('a.x1', 'a.x2', 'a.x3', 'a.x4', 'a.y1', 'b.z1');
    expect(refused).toEqual(['a.x4']);
  });

  it('never refuses a network with nothing running or waiting', async () => {
    const { add, refused, started } = queueUnderTest({ maxRunning: 1, maxWaiting: 3 });
    const networks = Array.from({ length: 30 }, (_, index) => `${letters(index)}1`);
    await add(...networks);
    expect(refused).toEqual([]);
    expect(started).toHaveLength(1);
    // One that waits already cannot queue another task.
    await add('ab2');
    expect(refused).toEqual(['ab2']);
  });

  it('removes a network whose tasks have ended', async () => {
    const { add, drain, started } = queueUnderTest({ maxRunning: 1 });
    await add('a.x1', 'a.y1');
    await drain();
    await add('a.x2', 'b.z1', 'c.z1');
    await drain();
    expect(started).toEqual(['a.x1', 'a.y1', 'a.x2', 'b.z1', 'c.z1']);
  });

  it('continues after a task that failed', async () => {
    const runQueued = createFairQueue({ ...LIMITS, maxRunning: 1 });
    const fail = () => Promise.reject(new Error('broken'));
    await expect(runQueued(['a'], fail)).rejects.toThrow('broken');
    expect(await runQueued(['a'], async () => 'done')).toBe('done');
  });

  it('refuses after a delay, with 503 and Retry-After', async () => {
    const runQueued = createFairQueue({ ...LIMITS, maxWaiting: 1, refusalDelay: 30 });
    const never = () => new Promise<never>(() => undefined);
    for (let time = 0; time < 2; time += 1) void runQueued(['a'], never);
    const from = performance.now();
    const refusal = { statusCode: 503, headers: { 'retry-after': '5' } };
    await expect(runQueued(['a'], never)).rejects.toMatchObject(refusal);
    // A timer may fire a millisecond early.
    expect(performance.now() - from).toBeGreaterThan(28);
  });
});

/** Two letters for a number, so that no two networks have the same. */
function letters(index: number): string {
  return String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
}
