/** How often the tests about durability do what they do: a few times in `npm test`, as often as asked in `npm run crash`. */

/** The number that the crash script sets, or the usual one. */
export const asked = (setting: string, usual: number): number =>
  Number(process.env[setting] ?? usual);

const ENGINE_NAMES = ['PGlite', 'PostgreSQL'] as const;

/** The engines to look at. */
export const ENGINES_ASKED = ENGINE_NAMES.filter((name) =>
  (process.env.CRASH_ENGINES ?? 'both').match(new RegExp(`^(both|${name})$`, 'i')),
);

/** Prints a number that docs/durability.md cites. */
export const tell = (text: string) => process.stdout.write(`durability: ${text}\n`);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

export const count = (value: number) => value.toLocaleString('en-US');
