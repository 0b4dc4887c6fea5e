/** A queue that shares a limited concurrency fairly among keys, such as client networks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../plugins/errors';

export interface QueueLimits {
  /** Maximum number of concurrent tasks: in total, and per key. */
  readonly maxRunning: number;
  readonly maxRunningPerKey: number;
  /** Maximum number of waiting tasks: in total, and per key. */
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
  /**
   * Milliseconds before a task that finds the queue full is refused. An immediate refusal would make a flood retry
   * immediately, and each refusal costs work, too.
   */
  readonly refusalDelay: number;
}

/** Queues work and resolves with its result. Throws UnavailableError (503) when the queue is full. */
export type RunQueued = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface KeyQueue {
  running: number;
  /** Resolvers of the waiting tasks: true starts the task, false refuses it. */
  readonly waiting: ((isStarted: boolean) => void)[];
}

/**
 * Creates a queue that serves its keys round robin, so that many tasks of one key do not delay another key. When the queue is
 * full, the key with the most waiting tasks loses its newest one to a key with fewer.
 * @example const runQueued = createFairQueue(limits); await runQueued(network, () => hash(password));
 */
export function createFairQueue(limits: QueueLimits): RunQueued {
  /** In round-robin order: the first key is served next. */
  const queues = new Map<string, KeyQueue>();
  let runningCount = 0;
  let waitingCount = 0;

  /** Resolves to true when the task may start, to false when it is refused. */
  async function wait(queue: KeyQueue): Promise<boolean> {
    if (queue.waiting.length >= limits.maxWaitingPerKey) return false;
    if (waitingCount >= limits.maxWaiting) {
      const longest = [...queues.values()].reduce((one, other) =>
        other.waiting.length > one.waiting.length ? other : one,
      );
      if (longest.waiting.length <= queue.waiting.length + 1) return false;
      longest.waiting.pop()?.(false);
      waitingCount -= 1;
    }
    waitingCount += 1;
    return new Promise((resolve) => queue.waiting.push(resolve));
  }

  /** Moves a key to the end of the round, or removes it when it has no tasks left. */
  function moveToEnd(key: string, queue: KeyQueue): void {
    queues.delete(key);
    if (queue.running + queue.waiting.length > 0) queues.set(key, queue);
  }

  function startNext(): void {
    if (runningCount >= limits.maxRunning) return;
    for (const [key, queue] of queues) {
      const next = queue.running < limits.maxRunningPerKey && queue.waiting.shift();
      if (!next) continue;
      waitingCount -= 1;
      runningCount += 1;
      queue.running += 1;
      moveToEnd(key, queue);
      next(true);
      return;
    }
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    const isStarted = wait(queue);
    if (queue.waiting.length > 0) queues.set(key, queue);
    startNext();
    if (!(await isStarted)) {
      await sleep(limits.refusalDelay);
      throw new UnavailableError('Too many logins at once. Please try again in a moment.');
    }
    try {
      return await work();
    } finally {
      runningCount -= 1;
      queue.running -= 1;
      moveToEnd(key, queue);
      startNext();
    }
  };
}
