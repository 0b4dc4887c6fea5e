/** True in `npm run test:exhaustive`, which tests all combinations with many repetitions. `npm test` runs a subset that finds as much. */
export const EXHAUSTIVE = process.env.EXHAUSTIVE === '1';

/** Selects a repetition count: `usual` in `npm test`, `exhaustive` in the exhaustive run before a release. */
export const thorough = (usual: number, exhaustive: number) => (EXHAUSTIVE ? exhaustive : usual);
