/** Work that waits its turn, shared out fairly among those it is for. */
import { setTimeout as pass } from 'node:timers/promises';
import { UnavailableError } from '../../plugins/errors';

export interface QueueLimits {
  /** How much runs at once, and how much of it for one key. */
  readonly running: number;
  readonly runningPerKey: number;
  /** How much waits at most, and how much of it for one key. */
  readonly waiting: number;
  readonly waitingPerKey: number;
  /** Milliseconds after which what finds no place is refused: at once, a flood would ask again at once, and answering it is work, too. */
  readonly refusedAfter: number;
}

/** Runs work when its turn comes. */
export type RunInTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  /** Told whether their turn has come, or never will. */
  readonly waiting: ((isTurn: boolean) => void)[];
}

/**
 * A queue that takes the keys in turn (round robin), so that however much waits for one key, another's work comes next. When all
 * places to wait are taken, the key with the longest line gives up its newest place to one with a shorter line.
 * @example const inTurn = createFairQueue(limits); await inTurn(network, () => hash(password));
 */
export function createFairQueue(limits: QueueLimits): RunInTurn {
  /** In the order of their turns. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  /** Answers false when there is no place. */
  async function wait(line: Line): Promise<boolean> {
    if (line.waiting.length >= limits.waitingPerKey) return false;
    if (waiting >= limits.waiting) {
      const longest = [...lines.values()].reduce((one, other) =>
        other.waiting.length > one.waiting.length ? other : one,
      );
      if (longest.waiting.length <= line.waiting.length + 1) return false;
      longest.waiting.pop()?.(false);
      waiting -= 1;
    }
    waiting += 1;
    return new Promise((tell) => line.waiting.push(tell));
  }

  /** Behind all others, or away when there is nothing more to do for it. */
  function moveToEnd(key: string, line: Line): void {
    lines.delete(key);
    if (line.running + line.waiting.length > 0) lines.set(key, line);
  }

  function startNext(): void {
    if (running >= limits.running) return;
    for (const [key, line] of lines) {
      const next = line.running < limits.runningPerKey && line.waiting.shift();
      if (!next) continue;
      waiting -= 1;
      running += 1;
      line.running += 1;
      moveToEnd(key, line);
      next(true);
      return;
    }
  }

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    const isTurn = wait(line);
    if (line.waiting.length > 0) lines.set(key, line);
    startNext();
    if (!(await isTurn)) {
      await pass(limits.refusedAfter);
      throw new UnavailableError('Too many sign-ins at once. Please try again in a moment.');
    }
    try {
      return await work();
    } finally {
      running -= 1;
      line.running -= 1;
      moveToEnd(key, line);
      startNext();
    }
  };
}
