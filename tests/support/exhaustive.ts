/** `npm run test:exhaustive` crosses everything with everything and repeats it often; `npm test` takes what finds as much. */
export const EXHAUSTIVE = process.env.EXHAUSTIVE === '1';

/** How often something is repeated: usually, and before a release. */
export const thorough = (usual: number, exhaustive: number) => (EXHAUSTIVE ? exhaustive : usual);
