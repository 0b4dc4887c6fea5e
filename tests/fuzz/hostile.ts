/** Hostile values. Most strings contain a marker, so that a response or log line that repeats them is detected. */
import fc from 'fast-check';

export const MARKER = 'Kq7Marker';

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'x\uDFFFy',
  '\u202Egnp.exe',
  '\u2066a\u2069',
  '\u061Ca',
  '\u3164',
  '\u00AD',
  '\u{E0061}',
  '\u0627\u200C\u0628',
  'a\u200Db',
  '\u0301'.repeat(60),
  '\uFEFF',
  '\u200B',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '\r\nSet-Cookie: a=b',
  "'; drop table referral; --",
  '" or ""="',
  '%',
  '_',
  '\\',
  '%00',
  '%ff',
  '../../etc/passwd',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-1',
  '1e309',
  '0x10',
  'null',
  'true',
  '2005-02-30',
  '0000-00-00',
  '9999-12-31',
  '+010000-01-01',
  '2005-02-28T25:61:61Z',
];

const LENGTHS = [99, 100, 101, 255, 5_001, 20_000];

/** Strings of every kind; most contain the marker. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map((text) => `${MARKER}${text}`) },
  { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }).map((text) => `${text}${MARKER}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).map((text) => `${MARKER}${text}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...LENGTHS).map((length) => MARKER.padEnd(length, 'é')),
  },
);

const nested = (depth: number, open: unknown) => {
  let value = open;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

/** About as large as a body may be. */
const LONG_LISTS = [
  Array.from({ length: 30_000 }, () => 0),
  Array.from({ length: 20_000 }, () => []),
  Array.from({ length: 4_000 }, () => ({ id: MARKER })),
  Array.from({ length: 40 }, () => Array.from({ length: 300 }, () => [0])),
  Object.fromEntries(Array.from({ length: 5_000 }, (_, key) => [key, MARKER])),
];

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], ''),
  },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 4 }) },
  { weight: 1, arbitrary: fc.nat(2_000).map((depth) => nested(depth, MARKER)) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG_LISTS) },
  {
    weight: 1,
    arbitrary: fc.nat(600).map((count) => Array.from({ length: count }, () => ({ id: MARKER }))),
  },
);

/** Bodies that are not JSON, or unusual JSON. */
export const rawBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '',
      ' ',
      '{',
      '{"a":',
      '[]',
      'null',
      `"${MARKER}"`,
      '{"__proto__":{"role":"SUPERUSER"}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"a":1,"a":2}',
      '\uFEFF{}',
      `{"${MARKER}":1}`,
      '['.repeat(30_000),
      '{"a":'.repeat(10_000),
      '['.repeat(30_000) + ']'.repeat(30_000),
      `${'{"a":'.repeat(9_000)}0${'}'.repeat(9_000)}`,
      `[${'0,'.repeat(30_000)}0]`,
      `{${'"a":0,'.repeat(9_000)}"b":0}`,
      `{"website":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      `{"schools":[${'{},'.repeat(15_000)}{}]}`,
      `"${'\u0301'.repeat(15_000)}${'\u0323'.repeat(15_000)}"`,
      'username=a&'.repeat(5_900),
      `username${'[a]'.repeat(15_000)}=1`,
      '%41'.repeat(20_000),
      '&='.repeat(30_000),
      `{"email":"${'x'.repeat(66_000)}"}`,
      '1e999',
      '{"id":NaN}',
      'username=a&username=b&password=c',
      'username[]=a&password=%00',
      '__proto__=a&username=%ff&password=%E0%A4%A',
      `username=${MARKER}&password=${MARKER}&remember=on`,
    )
    .map((text) => Buffer.from(text)),
);

/** Query strings that no form produces. */
export const rawQuery: fc.Arbitrary<string> = fc.constantFrom(
  'page=1&page=2',
  'page[]=1',
  'page[a][b]=1',
  'page=%ff',
  '%ff=%ff',
  `%00=${MARKER}`,
  '=',
  '&&&',
  'page=1;size=2',
  '__proto__=1',
  '__proto__[role]=SUPERUSER',
  'size=1e2',
  'page=0x1',
  'page=%20%201',
  `name=${MARKER}%00`,
  `name=%ED%A0%80${MARKER}`,
  `filter=%7B&range=${MARKER}`,
  'range=[0,1e9]&sort=["id","DROP"]',
  'range=[5,1]&filter=[]',
  `reset_token=${MARKER.padEnd(600, 'x')}`,
  `query=${'%25'.repeat(60)}`,
  'a=1'.concat('&a=1'.repeat(1_500)),
  `page${'[a]'.repeat(4_000)}=1`,
  `filter=${'['.repeat(7_000)}`,
  `name=${'%CC%81'.repeat(2_000)}`,
  `${'%41'.repeat(4_000)}=1`,
  Array.from({ length: 2_500 }, (_, key) => `k${key}`).join('&'),
  '?'.repeat(8_000),
);

/** About as long as a path may be. */
const PATH_LENGTH = 15_800;
const PUMPS = [
  '.',
  '/',
  './',
  '../',
  'a.',
  'a/',
  '%41',
  '%2e',
  '%2F',
  '%25',
  '%00',
  '%',
  ';',
  '+',
  '*',
  ':',
  '-',
];

/** Paths that could make a regular expression or a router slow. */
export const longPath: fc.Arbitrary<string> = fc
  .record({
    before: fc.constantFrom('/', '/api/', '/api/referral/', '/assets/', '/reset-password'),
    pump: fc.oneof(
      fc.constantFrom(...PUMPS),
      fc.string({
        unit: fc.constantFrom('a', '.', '/', '%', '2', '-'),
        minLength: 1,
        maxLength: 4,
      }),
    ),
    length: fc.constantFrom(100, 1_000, PATH_LENGTH),
    after: fc.constantFrom('', '/', '.', '!', '%', '/a'),
  })
  .map(({ before, pump, length, after }) => before + pump.repeat(length / pump.length) + after);
