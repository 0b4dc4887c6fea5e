/** Decides who uses the embedded database next: it has one session, and nothing interrupts a running statement. */

/** The part of its own time for which work waits for the next, shorter statement of a request whose last one has just ended. */
const PAUSE_SHARE = 1 / 8;
/** Number of keys whose times are remembered: more than there are statements, unless their texts are unlimited. */
const REMEMBERED = 1_000;

interface Waiting {
  readonly key: string;
  start(): void;
}

/**
 * Gives turns: one at a time, the shortest work first, judged by how long it took before. Work is named by a key, such as a
 * statement's text; work without a history counts as short. Later work overtakes the oldest for no longer than that takes itself.
 */
export class TurnQueue {
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  #isTaken = false;
  /** Since when later work overtakes the oldest: `performance.now()`. */
  #overtakenSince: number | undefined;
  #last = { time: 0, endedAt: -Infinity };
  #timer: NodeJS.Timeout | undefined;
  /** Average milliseconds by key, the most recent last. */
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
    const pause = isDue ? 0 : this.#pauseBefore(next, now);
    if (next === oldest && pause === 0) this.#overtakenSince = undefined;
    else this.#overtakenSince ??= now;
    if (pause > 0) {
      this.#timer = setTimeout(() => this.#startNext(), pause);
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#isTaken = true;
    next.start();
  }

  #timeOf({ key }: Waiting): number {
    return this.#times.get(key) ?? 0;
  }

  /** The first in order of arrival of the shortest. */
  #findShortest(oldest: Waiting): Waiting {
    return this.#waiting.reduce(
      (found, waiting) => (this.#timeOf(waiting) < this.#timeOf(found) ? waiting : found),
      oldest,
    );
  }

  /** Whole milliseconds, as timers count. */
  #pauseBefore(next: Waiting, now: number): number {
    const time = this.#timeOf(next);
    if (this.#last.time >= time) return 0;
    return Math.max(0, Math.floor(this.#last.endedAt + time * PAUSE_SHARE - now));
  }

  #end(key: string, startedAt: number): void {
    const endedAt = performance.now();
    const time = (endedAt - startedAt + (this.#times.get(key) ?? endedAt - startedAt)) / 2;
    this.#times.delete(key);
    this.#times.set(key, time);
    const [leastRecent = key] = this.#times.keys();
    if (this.#times.size > REMEMBERED) this.#times.delete(leastRecent);
    this.#last = { time, endedAt };
    this.#isTaken = false;
    this.#startNext();
  }
}
