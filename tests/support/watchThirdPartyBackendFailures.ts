/** Shared by the tests of third-party backend failures: failure shapes, shorter waits, and texts that must not be logged. */
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { EXHAUSTIVE } from './exhaustive';
import { FAILURES, PLANTED } from './thirdPartyBackendFailures';
import { THIRD_PARTY_PASSWORD } from './thirdPartyBackendRecords';
import { report } from './report';

export const FAILURE_SHAPES = Object.entries(FAILURES);

/** A screen tests one in this many shapes. The next screens test the others. */
const TURNS = 5;

/**
 * Selects the failure shapes that a screen tests. The API layer is tested with every shape (thirdPartyBackendCallFailures), so
 * a screen tests some shapes and each shape reaches several screens. EXHAUSTIVE tests all combinations.
 * @param turn the index of the screen among the tested screens
 */
export const selectShapes = (turn: number) =>
  FAILURE_SHAPES.filter((_shape, index) => EXHAUSTIVE || index % TURNS === turn % TURNS);

/** Messages shown for failures that do not concern the input. */
export const FAILURE_TEXT =
  /There was no answer|did not come from the server|The server has a problem|Too many tries|were not accepted|no longer exists/;

/** Asserts after each test that no secret or repeated input was logged, and shortens waits. Returns a counter of tested cells. */
export function watchFailures(): { count: () => void } {
  let cells = 0;
  let logged: unknown[][] = [];
  beforeEach(() => {
    logged = [];
    // In development, react-admin writes each failure to the console.
    for (const method of ['error', 'warn', 'log', 'info'] as const) {
      vi.spyOn(console, method).mockImplementation(
        (...parts: unknown[]) => void logged.push(parts),
      );
    }
    shortenWaits();
  });
  afterEach(() => {
    const secrets = new RegExp(`${PLANTED}|Bearer|${THIRD_PARTY_PASSWORD}`);
    expect(inspect(logged, { depth: 10 })).not.toMatch(secrets);
  });
  afterAll(() => report('cells of call × shape of failure', cells));
  return {
    count: () => {
      cells += 1;
    },
  };
}

/** Shortens retry waits to a fiftieth. Timeouts that end a hung test keep their length. */
function shortenWaits() {
  const wait = globalThis.setTimeout;
  const shortened = (task: () => void, milliseconds = 0, ...rest: []) =>
    wait(
      task,
      milliseconds > 50 && milliseconds < 15_000 ? milliseconds / 50 : milliseconds,
      ...rest,
    );
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shortened);
}
