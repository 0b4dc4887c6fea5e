/** What tests about another backend's failures share: shapes, waiting less, and what must not be said or logged. */
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { EXHAUSTIVE } from './exhaustive';
import { FAILURES, PLANTED } from './foreignFailures';
import { FOREIGN_PASSWORD } from './foreignRecords';
import { report } from './report';

export const shapes = Object.entries(FAILURES);

/** Of this many shapes a screen usually meets one; the screens after it meet the others. */
const TURNS = 5;

/**
 * The shapes a screen meets. What each call makes of each shape is asked below the screens (foreignCallFailures), so that
 * usually the screens take turns: each meets some shapes, and each shape comes to several screens. Crossed when EXHAUSTIVE.
 * @param turn the place of the screen among its like
 */
export const shapesFor = (turn: number) =>
  shapes.filter((_shape, index) => EXHAUSTIVE || index % TURNS === turn % TURNS);

/** What is said of any failure that is not about what was entered. */
export const TROUBLE =
  /There was no answer|did not come from the server|The server has a problem|too many requests|did not accept|no longer exists/;

/** Nothing of what a server repeated is logged, and waits are short. Answers how to count what was asserted. */
export function watchingFailures(): { count: () => void } {
  let cells = 0;
  let logged: unknown[][] = [];
  beforeEach(() => {
    logged = [];
    // React-admin writes each failure to the console, in development only.
    for (const method of ['error', 'warn', 'log', 'info'] as const) {
      vi.spyOn(console, method).mockImplementation(
        (...parts: unknown[]) => void logged.push(parts),
      );
    }
    hurry();
  });
  afterEach(() => {
    const secrets = new RegExp(`${PLANTED}|Bearer|${FOREIGN_PASSWORD}`);
    expect(inspect(logged, { depth: 10 })).not.toMatch(secrets);
  });
  afterAll(() => report('cells of call × shape of failure', cells));
  return {
    count: () => {
      cells += 1;
    },
  };
}

/** Waits between tries take a fiftieth of their time; what ends a test that hangs does not. */
function hurry() {
  const wait = globalThis.setTimeout;
  const soon = (task: () => void, milliseconds = 0, ...rest: []) =>
    wait(
      task,
      milliseconds > 50 && milliseconds < 15_000 ? milliseconds / 50 : milliseconds,
      ...rest,
    );
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon);
}
