/** Schedules the work on the embedded database: it has one session, and a running statement cannot be interrupted. */

/**
 * How long a turn is delayed after a shorter one has ended, as a part of its own expected time: the request of the shorter one
 * may send its next statement.
 */
const DELAY_FACTOR = 1 / 8;
/** Size of the LRU cache of times: more than there are statement texts. */
const MAX_CACHED = 1_000;

interface Waiting {
  readonly key: string;
  start(): void;
}

/**
 * A mutex that schedules its waiters shortest job first. Work has a key, such as a statement's text; its expected time is the
 * moving average of earlier work with the same key, and 0 at first. Against starvation, the oldest waiter is overtaken for at
 * most its own expected time.
 */
export class TurnQueue {
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  #isTaken = false;
  /** When the oldest waiter was first overtaken: `performance.now()`. */
  #overtakenSince: number | undefined;
  #last = { time: 0, endedAt: -Infinity };
  #timer: NodeJS.Timeout | undefined;
  /** Expected milliseconds by key, the most recently used last. */
  readonly #times = new Map<string, number>();

  /** Whether a turn is taken. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Waits for a turn. @returns a function that ends it */
  take(key: string): Promise<() => void> {
    return new Promise((resolve) => {
      const start = () => {
        const startedAt = performance.now();
        resolve(() => this.#end(key, startedAt));
      };
      this.#waiting.push({ key, start });
      this.#startNext();
    });
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    const [oldest] = this.#waiting;
    if (this.#isTaken || !oldest) return;
    const now = performance.now();
    const isDue = now - (this.#overtakenSince ?? Infinity) >= this.#timeOf(oldest);
    const next = isDue ? oldest : this.#findShortest(oldest);
    const delay = isDue ? 0 : this.#delayBefore(next, now);
    if (next === oldest && delay === 0) this.#overtakenSince = undefined;
    else this.#overtakenSince ??= now;
    if (delay > 0) {
      this.#timer = setTimeout(() => this.#startNext(), delay);
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#isTaken = true;
    next.start();
  }

  #timeOf({ key }: Waiting): number {
    return this.#times.get(key) ?? 0;
  }

  /** Finds the waiter with the least expected time; among equals, the oldest. */
  #findShortest(oldest: Waiting): Waiting {
    return this.#waiting.reduce(
      (found, waiting) => (this.#timeOf(waiting) < this.#timeOf(found) ? waiting : found),
      oldest,
    );
  }

  /** Returns whole milliseconds, for a timer. */
  #delayBefore(next: Waiting, now: number): number {
    const time = this.#timeOf(next);
    if (this.#last.time >= time) return 0;
    return Math.max(0, Math.floor(this.#last.endedAt + time * DELAY_FACTOR - now));
  }

  #end(key: string, startedAt: number): void {
    const endedAt = performance.now();
    const time = (endedAt - startedAt + (this.#times.get(key) ?? endedAt - startedAt)) / 2;
    this.#times.delete(key);
    this.#times.set(key, time);
    const [leastRecent = key] = this.#times.keys();
    if (this.#times.size > MAX_CACHED) this.#times.delete(leastRecent);
    this.#last = { time, endedAt };
    this.#isTaken = false;
    this.#startNext();
  }
}
