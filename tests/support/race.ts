/** Race tests: concurrent calls, repeated in rounds that interleave a little differently. */
import { isDeepStrictEqual } from 'node:util';
import { thorough } from './exhaustive';

/**
 * The rounds of a race. On PostgreSQL, every lead of every racer occurs at least twice. The embedded database serialises calls,
 * so more rounds find nothing new there.
 */
export const ROUNDS = { PGlite: 20, PostgreSQL: thorough(50, 500) } as const;

/** Concurrent rounds: few enough for the connection pool of one server. */
const SIDE_BY_SIDE = 3;
/** Exclusive limit of a racer's lead over the next one, in turns of the event loop. */
const LEAD_LIMIT = 12;

type Racers = readonly (() => Promise<unknown>)[];
type Results<R extends Racers> = { -readonly [K in keyof R]: Awaited<ReturnType<R[K]>> };

/**
 * Starts the racers concurrently. Their order and lead change from round to round.
 * @returns the results, in the order of the racers
 */
export async function race<const R extends Racers>(
  round: number,
  ...racers: R
): Promise<Results<R>> {
  const results = await Promise.all(
    racers.map(async (run, index) => {
      const position = (index + round) % racers.length;
      const lead = Math.floor(round / racers.length) % LEAD_LIMIT;
      for (let turn = 0; turn < position * lead; turn += 1) await new Promise(setImmediate);
      return run();
    }),
  );
  return results as Results<R>;
}

/**
 * Plays rounds, several concurrently. Expect the result to be empty.
 * @param play plays one round and returns its outcome
 * @returns the outcomes that are not allowed, each with its number of rounds
 */
export async function findUnexpectedOutcomes<T extends object>(
  rounds: number,
  play: (round: number) => Promise<T>,
  allowed: readonly T[],
  { sideBySide = SIDE_BY_SIDE }: { sideBySide?: number } = {},
): Promise<Record<string, number>> {
  const unexpected: Record<string, number> = {};
  let next = 0;
  const playOn = async () => {
    while (next < rounds) {
      const round = next;
      next += 1;
      const outcome = await play(round);
      if (allowed.some((ending) => isDeepStrictEqual(ending, outcome))) continue;
      const ending = JSON.stringify(outcome);
      unexpected[ending] = (unexpected[ending] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, playOn));
  return unexpected;
}
