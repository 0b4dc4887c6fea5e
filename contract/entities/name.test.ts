import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameSchema } from './name';
import { emailSchema, lineSchema, optionalLineSchema, phoneSchema } from './text';

const schema = nameSchema(100);
const typesOf = (name: string) => schema.safeParse(name).error?.issues.map(({ code }) => code);
const missing = ['too_small'];

/** Ranges of invisible and direction-changing characters, compiled by hand from the Unicode charts. */
const RANGES = [
  [0x00ad],
  [0x034f],
  [0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x2800],
  [0x3164],
  [0xfe00, 0xfe0f],
  [0xffa0],
  [0xfff9, 0xfffc],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
] as const;
const characters = RANGES.flatMap(([first, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);
const ANY_INVISIBLE = new RegExp(
  `[\\u2028\\u2029${RANGES.map(([first, last = first]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')}]`,
  'u',
);
const invisible = fc.constantFrom(...characters);
/** Letters that may have a joiner or a selector beside them, and marks. */
const shaped = fc.constantFrom(
  'ع',
  'ल',
  '\u0d4d',
  'ᠠ',
  '葛',
  '\u17b5',
  '\u0301',
  '\u064b',
  '\u0654',
  'x',
  ' ',
);
const line = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: invisible },
    { weight: 3, arbitrary: shaped },
    { weight: 1, arbitrary: fc.constantFrom('\u2028', '\u2029', '\u200c', '\u200d', '5') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 1 }) },
  ),
  maxLength: 40,
});
/** What names of their scripts differ in. */
const MEANINGFUL =
  /(?<=(?!\p{sc=Latn})[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\u0d4d\p{M}*)\u200d|(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]|(?<=\p{sc=Mong})[\u180b-\u180f]/gu;
const latin = fc.string({
  unit: fc.constantFrom('a', 'b', 'X', ' ', 'é', 'ñ', '-', '’'),
  minLength: 1,
  maxLength: 20,
});

describe('a name', () => {
  it('is accepted in any script', () => {
    const names = [
      'Zoë',
      '美咲',
      'Ольга',
      'نور',
      'D’Angelo-Ruiz',
      'নীলা',
      'กัญญา',
      '김민준',
      '👩',
      'é',
    ];
    for (const name of names) expect(schema.parse(name)).toBe(name);
  });

  it('has one form for letters and blanks that look alike', () => {
    expect(schema.parse('E\u0301cole\u00a0 Un')).toBe('École Un');
  });

  it.each([
    ['Persian', 'علی\u200cرضا'],
    ['Hindi', 'अक्\u200dषय'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Malayalam', 'മോഹന്\u200d'],
    ['Bengali', 'র\u200d্যাম'],
    ['Mongolian', 'ᠠᠨᠠᠷ\u180eᠠ'],
    ['Japanese', '葛\u{e0100}城'],
  ])('is accepted with the joiners and variation selectors of %s', (_language, name) => {
    expect(schema.parse(name)).toBe(name);
  });

  it('is stored without any invisible character between Latin letters', () => {
    for (const character of characters) {
      expect(schema.parse(`Ro${character}bin`)).toBe('Robin');
    }
  });

  it('is stored without invisible characters anywhere, and missing if it has no others', () => {
    fc.assert(
      fc.property(latin, invisible, latin, (before, character, after) => {
        const name = `x${before}${character}${after}x`;
        expect(schema.parse(name)).toBe(schema.parse(`x${before}${after}x`));
        expect(typesOf(character.repeat(before.length))).toEqual(missing);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['at its beginning', '\u200cعلی', 'علی'],
    ['at its end', 'علی\u200c', 'علی'],
    ['between Latin letters', 'Al\u200di', 'Ali'],
    ['next to a space', 'علی \u200cرضا', 'علی رضا'],
    ['between digits of its script', '۱\u200c۲', '۱۲'],
    ['between emoji', '👩\u200d🎓', '👩🎓'],
    ['beside an invisible mark of its script', 'x\u180b\u200dᠠ', 'xᠠ'],
  ])('is stored without a joiner %s', (_where, name, stored) => {
    expect(schema.parse(name)).toBe(stored);
  });

  it('keeps one of several joiners', () => {
    expect(schema.parse('علی\u200c\u200cرضا')).toBe('علی\u200cرضا');
    expect(schema.parse('علی\u200c\u200b\u200cرضا')).toBe('علی\u200cرضا');
  });

  it('has a blank where a line or a paragraph was separated', () => {
    expect(schema.parse('Ann\u2028Lee\u2029')).toBe('Ann Lee');
  });

  it('has composed letters, also where an invisible character stood between letter and accent', () => {
    expect(schema.parse('E\u200b\u0301cole')).toBe('École');
  });

  it.each(['\u0301', '\u0301\u0302 \u0303', '\u2800', '\u2800 \u2800', 'ः', '\ufffc\u202e'])(
    'without a visible letter is missing: %j',
    (name) => {
      expect(typesOf(name)).toEqual(missing);
    },
  );

  it('is reported only as too short if it is blank', () => {
    for (const name of ['', '  ', '\u3000\u00a0', '\ufeff', '\u2028'])
      expect(typesOf(name)).toEqual(missing);
  });

  it('is checked for its length before anything is left out', () => {
    expect(typesOf(`${'\u200b'.repeat(100)}x`)).toEqual(['too_big']);
  });

  it('stays the same when it is parsed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const { data } = schema.safeParse(text);
        if (data !== undefined) expect(schema.parse(data)).toBe(data);
      }),
    );
  });
});

describe.each([
  ['a name', schema],
  ['any other line', lineSchema(100)],
  ['a filter', optionalLineSchema(100)],
])('%s', (_what, lineOf) => {
  it('is stored without invisible characters, except those that names differ in', () => {
    fc.assert(
      fc.property(line, (text) => {
        const { data } = lineOf.safeParse(text);
        if (data === undefined) return;
        expect(data.replace(MEANINGFUL, '')).not.toMatch(ANY_INVISIBLE);
        expect(lineOf.parse(data)).toBe(data);
      }),
      { numRuns: 5_000 },
    );
  });
});

it('a phone number is stored without direction characters', () => {
  expect(phoneSchema.parse('555\u202e0101234\u2066')).toBe('5550101234');
  expect(phoneSchema.safeParse('\u2800'.repeat(9)).success).toBe(false);
});

it.each([
  ['３１０－５５５－０１４２', '310-555-0142'],
  ['٣١٠٥٥٥٠١٤٢', '3105550142'],
  ['＋８１　３（５５５）０１４２', '+81 3(555)0142'],
  ['+۹۸ ۲۱ ۵۵۵ ۰۱۴۲', '+98 21 555 0142'],
])('a phone number is stored with the digits of ASCII: %s', (typed, stored) => {
  expect(phoneSchema.parse(typed)).toBe(stored);
});

it('an email address is stored without invisible characters around and inside it', () => {
  expect(emailSchema.parse('\u2068Robin\u200b@example.org\u2069 ')).toBe('robin@example.org');
});
