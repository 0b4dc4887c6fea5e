/** A fair queue with limited concurrency: it serves networks round robin, and the narrower networks within each as well. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../http/errors';

export interface QueueLimits {
  /** Maximum number of concurrent tasks: in total, and of one widest network. */
  readonly maxRunning: number;
  readonly maxRunningPerNetwork: number;
  /** Maximum number of waiting tasks, besides one for each widest network. */
  readonly maxWaiting: number;
  /**
   * Milliseconds before a task that does not fit into the queue is refused. After an immediate refusal, a flood of clients
   * would retry immediately, and each refusal costs work, too.
   */
  readonly refusalDelay: number;
}

/**
 * Queues work and resolves with its result. Throws UnavailableError (503) when the queue is full.
 * @param path the client's networks, from the widest to the narrowest
 */
export type RunQueued = <T>(path: readonly string[], work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** A network and its tasks. `branches` are the narrower networks in it; only a narrowest network has `tasks`. */
class Branch {
  running = 0;
  waiting = 0;
  /** The number of the turn in which a task was last started; 0 before the first. */
  lastTurn = 0;
  readonly branches = new Map<string, Branch>();
  readonly tasks: Waiting[] = [];
}

/**
 * Creates a fair queue. A network without running or waiting tasks is served next, and its task is never refused. When too many
 * tasks wait, the newest task of the network with the most waiting tasks is refused.
 * @example const runQueued = createFairQueue(limits); await runQueued(path, () => hash(password));
 */
export function createFairQueue(limits: QueueLimits): RunQueued {
  const root = new Branch();
  let turn = 0;

  /** The branches along a path, from the root on, created where they are missing. */
  function walk(path: readonly string[]): Branch[] {
    const found = [root];
    for (const key of path) {
      const { branches } = found.at(-1) ?? root;
      const next = branches.get(key) ?? new Branch();
      branches.set(key, next);
      found.push(next);
    }
    return found;
  }

  /** Adds to the counts along a path, and removes networks without tasks. */
  function count(path: readonly string[], change: { running?: number; waiting?: number }): void {
    const found = walk(path);
    for (const branch of found) {
      branch.running += change.running ?? 0;
      branch.waiting += change.waiting ?? 0;
    }
    for (let depth = path.length; depth > 0; depth -= 1) {
      const { running = 0, waiting = 0 } = found[depth] ?? {};
      if (running + waiting === 0) found[depth - 1]?.branches.delete(path[depth - 1] ?? '');
    }
  }

  const mayRun = (branch: Branch) => branch.running < limits.maxRunningPerNetwork;

  function startNext(): void {
    if (root.running >= limits.maxRunning) return;
    turn += 1;
    let next = longestUnserved(root, mayRun);
    while (next && next.branches.size > 0) {
      next.lastTurn = turn;
      next = longestUnserved(next);
    }
    if (!next) return;
    next.lastTurn = turn;
    next.tasks.shift()?.start();
  }

  /** Refuses the newest task of the network with the most waiting tasks, if too many wait. A network keeps at least one. */
  function refuseExcess(): void {
    if (root.waiting <= limits.maxWaiting) return;
    let next = mostWaiting(root);
    if (next.waiting < 2) return;
    while (next.branches.size > 0) next = mostWaiting(next);
    next.tasks.pop()?.refuse();
  }

  /** Resolves to whether the task may run. */
  const wait = (path: readonly string[]): Promise<boolean> =>
    new Promise((resolve) => {
      const leave = (isStarted: boolean) => {
        count(path, { waiting: -1, running: isStarted ? 1 : 0 });
        resolve(isStarted);
      };
      walk(path)
        .at(-1)
        ?.tasks.push({ start: () => leave(true), refuse: () => leave(false) });
      count(path, { waiting: 1 });
      refuseExcess();
      startNext();
    });

  return async (path, work) => {
    if (!(await wait(path))) {
      await sleep(limits.refusalDelay);
      throw new UnavailableError('Too many logins at once. Please try again in a moment.');
    }
    try {
      return await work();
    } finally {
      count(path, { running: -1 });
      startNext();
    }
  };
}

/** Finds the branch with waiting tasks that was served least recently; among branches not served yet, the oldest. */
function longestUnserved(
  parent: Branch,
  condition = (_branch: Branch) => true,
): Branch | undefined {
  let found: Branch | undefined;
  for (const branch of parent.branches.values()) {
    if (branch.waiting === 0 || !condition(branch)) continue;
    if (!found || branch.lastTurn < found.lastTurn) found = branch;
  }
  return found;
}

/** Finds the branch with the most waiting tasks; among equals, the newest. */
function mostWaiting(parent: Branch): Branch {
  let found = parent;
  let most = 0;
  for (const branch of parent.branches.values()) {
    if (branch.waiting < most) continue;
    found = branch;
    most = branch.waiting;
  }
  return found;
}
