/** No pattern takes more than linear time on untrusted input. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPatterns } from './findPatterns';
import {
  BOUNDED,
  FUNCTIONS,
  UNTRUSTED_INPUT,
  TRUSTED_INPUT,
  type WorstInput,
  ZOD_SCHEMAS,
} from './knownPatterns';

const files = ['contract', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts')),
);
const found = files
  .map((file) => ({ file, patterns: findPatterns(file, readFileSync(file, 'utf8')) }))
  .filter(({ patterns }) => patterns.length > 0);

/** The maximum length of a header, and a part of it. */
const LENGTHS = [500, 16_000] as const;
/** Ratio of the times of the two inputs: 32 is linear, 1,024 is quadratic. Halfway, each is a factor of 5.6 away. */
const MAX_GROWTH = 32 * Math.sqrt(32);
const ROUNDS = 7;
/** Microseconds: faster functions run more than once. */
const MIN_TIME = 1_000;

/**
 * Ratio of the times of the longer and the shorter input. Uses the fastest of several rounds, in turns, because other load only
 * adds time.
 */
function growth(worst: WorstInput, run: (text: string) => unknown): number {
  const texts = LENGTHS.map(worst);
  const rounds = Array.from({ length: ROUNDS }, () =>
    texts.map((text) => measureTime(() => run(text))),
  );
  const [short = 0, long = Infinity] = LENGTHS.map((_length, index) =>
    Math.min(...rounds.map((times) => times[index] ?? Infinity)),
  );
  return long / short;
}

/** Time of the processor, in microseconds: other processes do not add to it. */
function measureTime(run: () => unknown): number {
  const begun = process.cpuUsage();
  let count = 0;
  let time: number;
  do {
    run();
    count += 1;
    const { user, system } = process.cpuUsage(begun);
    time = user + system;
  } while (time < MIN_TIME);
  return time / count;
}

function createRunner(spelt: string): (text: string) => unknown {
  const schema = ZOD_SCHEMAS[spelt];
  if (schema) return (text) => schema.safeParse(text);
  const end = spelt.lastIndexOf('/');
  const pattern = new RegExp(spelt.slice(1, end), spelt.slice(end + 1));
  return (text) => text.replace(pattern, '');
}

const reached = Object.entries(UNTRUSTED_INPUT).flatMap(([file, patterns]) =>
  Object.entries(patterns).flatMap(([spelt, inputs]) =>
    inputs.map((worst) => ({ file, spelt, worst })),
  ),
);

it('lists every pattern of the server, and no other', () => {
  const listed = found.map(({ file, patterns }) => {
    if (file in TRUSTED_INPUT) return { file, patterns };
    const known = { ...BOUNDED[file], ...UNTRUSTED_INPUT[file] };
    return { file, patterns: patterns.filter((spelt) => spelt in known) };
  });
  expect(listed).toEqual(found);

  const spelt = new Map(found.map(({ file, patterns }) => [file, new Set(patterns)]));
  const gone = Object.entries({ ...BOUNDED, ...UNTRUSTED_INPUT }).flatMap(([file, patterns]) =>
    Object.keys(patterns).filter((pattern) => !spelt.get(file)?.has(pattern)),
  );
  expect(gone).toEqual([]);
  expect(Object.keys(TRUSTED_INPUT).filter((file) => !spelt.has(file))).toEqual([]);
});

describe('on its worst input of 32 times the length', () => {
  it.each(reached)('$spelt in $file takes linear time', ({ spelt, worst }) => {
    expect(growth(worst, createRunner(spelt))).toBeLessThan(MAX_GROWTH);
  });

  it.each(Object.entries(FUNCTIONS))('%s takes linear time', (_name, { worst, run }) => {
    for (const each of worst) expect(growth(each, run)).toBeLessThan(MAX_GROWTH);
  });

  it('a quadratic pattern exceeds the limit', () => {
    const dots: WorstInput = (length) => `/${'.'.repeat(length)}/`;
    expect(growth(dots, createRunner(String.raw`/\.[^/]+$/`))).toBeGreaterThan(MAX_GROWTH);
  });
});

it.each([
  ['a literal', 'const a = text.replace(/a+$/, "")', '/a+$/'],
  ['one created at run time', 'new RegExp(text, "u")', 'new RegExp(text, "u")'],
  ['a string used as one', 'text.match("a+$")', 'text.match("a+$")'],
  ["a format of zod's", 'z.email()', 'z.email()'],
  ['a normalization', 'text.trim().normalize()', 'text.trim().normalize()'],
  ['one in SQL', "const q = sql`regexp_replace(name, 'a', '')`", 'regexp_replace'],
])('finds %s', (_what, source, pattern) => {
  expect(findPatterns('any.ts', source)).toEqual([pattern]);
});
