/** True in `npm run test:exhaustive`, which tests all combinations with many repetitions. `npm test` runs a subset that finds as much. */
export const EXHAUSTIVE = process.env.EXHAUSTIVE === '1';

/** Selects a repetition count: `usual` in `npm test`, `exhaustive` in the exhaustive run before a release. */
export const thorough = (usual: number, exhaustive: number) => (EXHAUSTIVE ? exhaustive : usual);

/**
 * Returns a function that selects every `count`th of many combinations, in the order in which it is asked, and all in the exhaustive
 * run. With a `count` prime to the number of values of each dimension, every value is selected.
 */
export function everyNth(count: number): () => boolean {
  let asked = 0;
  return () => EXHAUSTIVE || asked++ % count === 0;
}
