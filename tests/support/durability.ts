/** Repetition counts of the durability tests: few in `npm test`, configurable in `npm run crash`. */

/** Reads a number set by scripts/commands/crash.ts. Returns `usual` if it is not set. */
export const readCount = (setting: string, usual: number): number =>
  Number(process.env[setting] ?? usual);

const ENGINE_NAMES = ['PGlite', 'PostgreSQL'] as const;

/** The engines selected by CRASH_ENGINES: both by default. */
export const SELECTED_ENGINES = ENGINE_NAMES.filter((name) =>
  (process.env.CRASH_ENGINES ?? 'both').match(new RegExp(`^(both|${name})$`, 'i')),
);

/** Prints a figure that docs/durability.md cites. */
export const printFigure = (text: string) => process.stdout.write(`durability: ${text}\n`);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

export const formatCount = (value: number) => value.toLocaleString('en-US');
