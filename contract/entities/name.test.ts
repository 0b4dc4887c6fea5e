import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVISIBLE_CHARACTERS } from '../constants';
import { nameSchema } from './name';

const schema = nameSchema(100);
const typesOf = (name: string) =>
  schema
    .safeParse(name)
    .error?.issues.map((issue) =>
      issue.code === 'custom' ? (issue.params?.type as unknown) : issue.code,
    );
const refused = [INVISIBLE_CHARACTERS];

/** Ranges of invisible and direction-changing characters, compiled by hand from the Unicode charts. */
const RANGES = [
  [0x00ad],
  [0x034f],
  [0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164],
  [0xfe00, 0xfe0f],
  [0xffa0],
  [0xfff9, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
] as const;
const characters = RANGES.flatMap(([first, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);
const invisible = fc.constantFrom(...characters);
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

  it('is refused with any invisible character between Latin letters', () => {
    for (const character of characters) expect(typesOf(`Ro${character}bin`)).toEqual(refused);
  });

  it('is refused with an invisible character anywhere, or if it contains nothing else', () => {
    fc.assert(
      fc.property(latin, invisible, latin, (before, character, after) => {
        expect(typesOf(`x${before}${character}${after}x`)).toEqual(refused);
        expect(typesOf(character.repeat(before.length))).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['at its beginning', '\u200cعلی'],
    ['at its end', 'علی\u200c'],
    ['twice', 'علی\u200c\u200cرضا'],
    ['between Latin letters', 'Al\u200di'],
    ['next to a space', 'علی \u200cرضا'],
    ['between digits of its script', '۱\u200c۲'],
    ['between emoji', '👩\u200d🎓'],
  ])('is refused with a joiner %s', (_where, name) => {
    expect(typesOf(name)).toEqual(refused);
  });

  it.each(['\u0301', '\u0301\u0302 \u0303', '\u2800', '\u2800 \u2800', 'ः'])(
    'is refused without a visible letter: %j',
    (name) => {
      expect(typesOf(name)).toEqual(refused);
    },
  );

  it('is reported only as too short if it is blank', () => {
    for (const name of ['', '  ', '\u3000\u00a0', '\ufeff'])
      expect(typesOf(name)).toEqual(['too_small']);
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
