import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiDigits, halfWidth } from './digits';

const DIGITS = '0123456789';
const systems = Intl.supportedValuesOf('numberingSystem').map((numberingSystem) => {
  const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
  return {
    numberingSystem,
    digits: Array.from(DIGITS, (digit) => format.format(Number(digit))).join(''),
  };
});
/** The others write numbers in letters, such as the Roman and the Han ones. */
const ofDigits = systems.filter(({ digits }) => /^\p{Nd}{10}$/u.test(digits));

describe('digits of', () => {
  it.each(ofDigits)('$numberingSystem, $digits, become those of ASCII', ({ digits }) => {
    expect(asciiDigits(`(${digits})`)).toBe(`(${DIGITS})`);
  });

  it('every script become those of ASCII, one for one', () => {
    expect(ofDigits.length).toBeGreaterThan(60);
    const all = Array.from({ length: 0x110000 }, (_, at) => String.fromCodePoint(at));
    const digits = all.filter((character) => /\p{Nd}/u.test(character));
    expect(asciiDigits(digits.join(''))).toBe(DIGITS.repeat(digits.length / 10));
  });
});

it('changes nothing else', () => {
  for (const text of ['三', '½', '²', '①', 'Ⅳ', 'a-1']) expect(asciiDigits(text)).toBe(text);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(asciiDigits(text).replace(/\d/g, '')).toBe(text.replace(/\p{Nd}/gu, ''));
    }),
  );
});

it('full-width forms become those of ASCII, and nothing else changes', () => {
  const forms = Array.from({ length: 0x5e }, (_, at) => String.fromCharCode(0xff01 + at)).join('');
  const ascii = Array.from({ length: 0x5e }, (_, at) => String.fromCharCode(0x21 + at)).join('');
  expect(halfWidth(`${forms}\u3000`)).toBe(`${ascii} `);
  expect(halfWidth('\uff00\uff5f①²ﬁ')).toBe('\uff00\uff5f①²ﬁ');
});
