/** No pattern takes more than linear time over what a stranger sends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPatterns } from './findPatterns';
import { BOUNDED, FUNCTIONS, REACHED, UNREACHED, type Worst, ZOD_SCHEMAS } from './listed';

const files = ['contract', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts')),
);
const found = files
  .map((file) => ({ file, patterns: findPatterns(file, readFileSync(file, 'utf8')) }))
  .filter(({ patterns }) => patterns.length > 0);

/** As long as a header may be, and an eighth of it. */
const LENGTHS = [2_000, 16_000] as const;
/** How much longer the long input may take: 8 times is linear, 64 times quadratic. */
const MOST_TIMES = 24;
const ROUNDS = 7;
/** Milliseconds: what is faster is run more than once. */
const LEAST_TIME = 1;

/** How many times longer the longer input takes; of several rounds the fastest, as other work only ever slows one down. */
function growth(worst: Worst, run: (text: string) => unknown): number {
  const [short = 0, long = Infinity] = LENGTHS.map((length) => {
    const text = worst(length);
    return Math.min(...Array.from({ length: ROUNDS }, () => timeOf(() => run(text))));
  });
  return long / short;
}

function timeOf(run: () => unknown): number {
  const begun = performance.now();
  let count = 0;
  do {
    run();
    count += 1;
  } while (performance.now() - begun < LEAST_TIME);
  return (performance.now() - begun) / count;
}

function runnerOf(spelt: string): (text: string) => unknown {
  const schema = ZOD_SCHEMAS[spelt];
  if (schema) return (text) => schema.safeParse(text);
  const end = spelt.lastIndexOf('/');
  const pattern = new RegExp(spelt.slice(1, end), spelt.slice(end + 1));
  return (text) => text.replace(pattern, '');
}

const reached = Object.entries(REACHED).flatMap(([file, patterns]) =>
  Object.entries(patterns).flatMap(([spelt, inputs]) =>
    inputs.map((worst) => ({ file, spelt, worst })),
  ),
);

it('every pattern of the server is listed, and no other', () => {
  const listed = found.map(({ file, patterns }) => {
    if (file in UNREACHED) return { file, patterns };
    const known = { ...BOUNDED[file], ...REACHED[file] };
    return { file, patterns: patterns.filter((spelt) => spelt in known) };
  });
  expect(listed).toEqual(found);

  const spelt = new Map(found.map(({ file, patterns }) => [file, new Set(patterns)]));
  const gone = Object.entries({ ...BOUNDED, ...REACHED }).flatMap(([file, patterns]) =>
    Object.keys(patterns).filter((pattern) => !spelt.get(file)?.has(pattern)),
  );
  expect(gone).toEqual([]);
  expect(Object.keys(UNREACHED).filter((file) => !spelt.has(file))).toEqual([]);
});

describe('on its worst input of 8 times the length', () => {
  it.each(reached)('$spelt in $file takes less than 24 times as long', ({ spelt, worst }) => {
    expect(growth(worst, runnerOf(spelt))).toBeLessThan(MOST_TIMES);
  });

  it.each(Object.entries(FUNCTIONS))('so does %s', (_name, { worst, run }) => {
    for (const each of worst) expect(growth(each, run)).toBeLessThan(MOST_TIMES);
  });

  it('a quadratic pattern takes longer than that', () => {
    const dots: Worst = (length) => `/${'.'.repeat(length)}/`;
    expect(growth(dots, runnerOf(String.raw`/\.[^/]+$/`))).toBeGreaterThan(MOST_TIMES);
  });
});

it.each([
  ['a literal', 'const a = text.replace(/a+$/, "")', '/a+$/'],
  ['one made at run time', 'new RegExp(text, "u")', 'new RegExp(text, "u")'],
  ['a text taken for one', 'text.match("a+$")', 'text.match("a+$")'],
  ["a format of zod's", 'z.email()', 'z.email()'],
  ['a normalization', 'text.trim().normalize()', 'text.trim().normalize()'],
  ['one in SQL', "const q = sql`regexp_replace(name, 'a', '')`", 'regexp_replace'],
])('finds %s', (_what, source, pattern) => {
  expect(findPatterns('any.ts', source)).toEqual([pattern]);
});
