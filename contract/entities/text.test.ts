/** What is typed or pasted is stored, without what nobody sees. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasVisibleText } from '../fieldRules';
import { nameSchema } from './name';
import {
  emailSchema,
  lineSchema,
  normalEmail,
  optionalLineSchema,
  phoneSchema,
  textSchema,
} from './text';

const LENGTH = 100;
const note = textSchema(LENGTH);
const line = lineSchema(LENGTH);
const name = nameSchema(LENGTH);

const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const controls = Array.from({ length: 0xa0 }, (_, at) => String.fromCharCode(at)).filter((each) =>
  /\p{Cc}/u.test(each),
);
const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

describe('a note keeps its lines', () => {
  it.each([
    [
      "PowerPoint's, U+000B",
      'Lives with her aunt.\vSpeaks Spanish.',
      'Lives with her aunt.\nSpeaks Spanish.',
    ],
    ['of a page of a PDF file, U+000C', 'one\ftwo', 'one\ntwo'],
    ['of an old Mac, U+000D', 'one\rtwo\r\rthree', 'one\ntwo\n\nthree'],
    ['of Windows', 'one\r\ntwo\r\n\r\nthree', 'one\ntwo\n\nthree'],
    ['of a mainframe, U+0085', 'one\u0085two', 'one\ntwo'],
    ['of Unicode', 'one\u2028two\u2029three', 'one\ntwo\nthree'],
    ['and tabs', 'one\ttwo\nthree', 'one\ttwo\nthree'],
  ])('%s', (_what, pasted, stored) => {
    expect(note.parse(pasted)).toBe(stored);
  });

  it('however many there are', () => {
    const text = fc.tuple(fc.constantFrom('a', 'b b', 'ñ'), fc.constantFrom(...BREAKS));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (lines) => {
        const pasted = `${lines.flat().join('')}end`;
        expect(note.parse(pasted)).toBe([...lines.map(([each]) => each), 'end'].join('\n'));
      }),
    );
  });
});

describe('what nobody sees is left out', () => {
  it.each([
    ["Word's optional hyphen, U+0002", 'treat\u0002ment', 'treatment'],
    ["Word's hyphen, U+001E", 'co\u001eoperative', 'cooperative'],
    ['NUL', 'a\0b', 'ab'],
    ['an escape sequence', 'a\u001b[31mb', 'a[31mb'],
    ['half of an emoji', 'Call\ud83d', 'Call'],
    ['a direction mark', '\u200e5550102030\u200f', '5550102030'],
    ['an override', 'a\u202ecb\u202c', 'acb'],
    ['a zero-width space', 'a\u200bb', 'ab'],
    ['what iOS dictates, U+FFFC', 'Maria\ufffc', 'Maria'],
  ])('%s', (_what, pasted, stored) => {
    for (const schema of [note, line, name]) expect(schema.parse(pasted)).toBe(stored);
  });

  it.each([
    ['two cells of a spreadsheet', 'Ana\tLópez'],
    ['two lines', 'Ana\r\nLópez'],
    ['two lines of a slide', 'Ana\vLópez'],
    ['all of a row, with its end', '\tAna\tLópez\r\n'],
  ])('and a line has a blank in %s', (_what, pasted) => {
    for (const schema of [line, name, optionalLineSchema(LENGTH)])
      expect(schema.parse(pasted)).toBe('Ana López');
    expect(phoneSchema.parse(pasted.replace('Ana', '310').replace('López', '555-0142'))).toBe(
      '310 555-0142',
    );
  });

  it('for every control character, in every field of text', () => {
    for (const control of controls) {
      const between = /[\t\n\v\f\r\u0085]/.test(control) ? ' ' : '';
      for (const schema of [line, name, optionalLineSchema(LENGTH)])
        expect(schema.parse(`${control}a${control}b${control}`)).toBe(`a${between}b`);
      expect(note.parse(`${control}a${control}b`)).toMatch(/^a[\t\n]?b$/);
      expect(emailSchema.parse(`${control}robin@example.org${control}`)).toBe('robin@example.org');
      expect(phoneSchema.parse(`${control}310${control}5550142`)).toBe(`310${between}5550142`);
    }
  });
});

describe('an email address is taken as it is copied', () => {
  it.each([
    'robin@example.org',
    ' Robin@Example.org\t',
    'mailto:robin@example.org',
    'MAILTO:robin@example.org',
    '<robin@example.org>',
    '<mailto:robin@example.org>',
    '< robin@example.org >.',
    'robin@example.org.',
    '\u200brobin@example.org\u200e',
    '\u202arobin@example.org\u202c\r\n',
    'robin\u00ad@example.org',
  ])('%j', (pasted) => {
    expect(emailSchema.parse(pasted)).toBe('robin@example.org');
  });

  it.each([
    'robin@example.org, sam@example.org',
    'Robin <robin@example.org>',
    'robin@example.org?subject=Hello',
    '<>',
    'mailto:',
    '.',
  ])('but not %j', (pasted) => {
    expect(emailSchema.safeParse(pasted).success).toBe(false);
  });

  it('changes no address that is stored', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const { data } = emailSchema.safeParse(address);
        if (data !== undefined) expect(data).toBe(address.toLowerCase());
      }),
    );
  });
});

const pasted = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...BREAKS, ...controls, '\ud83d', '\ude00') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('\u200b', '\u202e', '\u200c', '\u200d', '\ufe0f', '\ufffc'),
    },
    // Characters whose NFC form is longer, and shorter.
    {
      weight: 1,
      arbitrary: fc.constantFrom('\u0958', '\u{1d160}', 'e\u0301', 'ﷺ', 'İ', '葛', 'ع'),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 1 }) },
    { weight: 3, arbitrary: fc.constantFrom(...Array.from('a1@.<>:+ -')) },
  ),
  maxLength: LENGTH,
});

describe.each([
  ['a name', name],
  ['a line', line],
  ['a line that may be empty', optionalLineSchema(LENGTH)],
  ['a note', note],
  ['a phone number', phoneSchema],
])('%s', (what, schema) => {
  it('as stored has no control character, is no longer than its field, and stays the same', () => {
    fc.assert(
      fc.property(pasted, (text) => {
        const { data } = schema.safeParse(text);
        if (data === undefined) return;
        const shown = what === 'a note' ? data.replace(/[\n\t]/g, '') : data;
        expect(shown).not.toMatch(CONTROLS);
        expect(data.length).toBeLessThanOrEqual(LENGTH);
        expect(data).toBe(data.trim());
        expect(schema.parse(data)).toBe(data);
      }),
      { numRuns: 3_000 },
    );
  });
});

it('an email address in a normal form stays the same', () => {
  fc.assert(
    fc.property(pasted, (text) => {
      const normal = normalEmail(text);
      expect(normalEmail(normal)).toBe(normal);
    }),
    { numRuns: 3_000 },
  );
});

it('a name is refused only if it is missing or too long', () => {
  fc.assert(
    fc.property(pasted, (text) => {
      const { error } = name.safeParse(text);
      const [issue] = error?.issues ?? [];
      if (hasVisibleText(text)) expect(issue?.code ?? 'too_big').toBe('too_big');
      else expect(issue?.code).toBe('too_small');
    }),
    { numRuns: 3_000 },
  );
});

it('the length is that of the NFC form, which is stored', () => {
  expect(name.parse('\u0958'.repeat(50))).toBe('\u0915\u093c'.repeat(50));
  expect(name.safeParse('\u0958'.repeat(51)).error?.issues).toMatchObject([{ code: 'too_big' }]);
});
