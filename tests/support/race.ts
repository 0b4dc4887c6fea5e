/** Races: a few calls at once, round after round, each time interleaved a little differently. */
import { isDeepStrictEqual } from 'node:util';
import { thorough } from './exhaustive';

/**
 * How often a race is run. Every lead of every racer comes at least twice; the embedded database takes turns: nothing new
 * comes of many rounds there.
 */
export const ROUNDS = { PGlite: 20, PostgreSQL: thorough(50, 500) } as const;

/** Few enough that the connections of one server suffice. */
const SIDE_BY_SIDE = 3;
/** By how many turns of the event loop a racer may start behind another. */
const MOST_BEHIND = 12;

type Racers = readonly (() => Promise<unknown>)[];
type Results<R extends Racers> = { -readonly [K in keyof R]: Awaited<ReturnType<R[K]>> };

/**
 * Starts the racers at once. Which is ahead, and by how much, changes from round to round.
 * @returns what came of each, in the order given
 */
export async function race<const R extends Racers>(
  round: number,
  ...racers: R
): Promise<Results<R>> {
  const results = await Promise.all(
    racers.map(async (run, index) => {
      const place = (index + round) % racers.length;
      const lead = Math.floor(round / racers.length) % MOST_BEHIND;
      for (let turn = 0; turn < place * lead; turn += 1) await new Promise(setImmediate);
      return run();
    }),
  );
  return results as Results<R>;
}

/**
 * Plays rounds, several side by side. To be expected empty.
 * @param play one round; answers how it ended
 * @returns the endings that are not allowed, and how many rounds ended so
 */
export async function oddEndings<T extends object>(
  rounds: number,
  play: (round: number) => Promise<T>,
  allowed: readonly T[],
  { sideBySide = SIDE_BY_SIDE }: { sideBySide?: number } = {},
): Promise<Record<string, number>> {
  const odd: Record<string, number> = {};
  let next = 0;
  const playOn = async () => {
    while (next < rounds) {
      const round = next;
      next += 1;
      const seen = await play(round);
      if (allowed.some((ending) => isDeepStrictEqual(ending, seen))) continue;
      const ending = JSON.stringify(seen);
      odd[ending] = (odd[ending] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, playOn));
  return odd;
}
