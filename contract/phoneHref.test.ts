import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneDigits } from './fieldRules';
import { phoneHref } from './phoneHref';

it.each([
  ['(310) 555-0142', 'tel:3105550142'],
  ['+1 (310) 555-0142', 'tel:+13105550142'],
  ['(+1) 310.555.0142', 'tel:+13105550142'],
  ['1+310 555 0142', 'tel:13105550142'],
  ['911', 'tel:911'],
  ['988 (call or text)', 'tel:988'],
  ['310 555 0142 at any time', 'tel:3105550142'],
  ['310-555-0142 ext. 12', 'tel:3105550142;ext=12'],
  ['310-555-0142 x12', 'tel:3105550142;ext=12'],
  ['310-555-0142, extensión 12', 'tel:3105550142;ext=12'],
  ['Fax 310 555 0142', 'tel:3105550142'],
  ['310 555 0142 ext.', 'tel:3105550142'],
  ['(800) 662-HELP (4357)', 'tel:8006624357'],
  ['1-800-SUICIDE (784-2433)', 'tel:18007842433'],
  ['javascript:alert(911)//"><b>', 'tel:911'],

  ['555-0142, 555-0199', 'tel:5550142'],
  ['310-555-0142 / 310-555-0199', 'tel:3105550142'],
  ['310-555-0142 or 310-555-0199', 'tel:3105550142'],
  ['310-555-0142 o 310-555-0199', 'tel:3105550142'],
  ['(mom) 310-555-0142 (dad) 310-555-0199', 'tel:3105550142'],
  ['H: 310-555-0142 C: 310-555-0199', 'tel:3105550142'],
  ['310-555-0142/0199', 'tel:3105550142'],
  ['310-555-0142 & 310-555-0199', 'tel:3105550142'],
  ['+49 30 123456, +49 30 123457', 'tel:+4930123456'],
  ['+49 30 123456 +49 30 123457', 'tel:+4930123456'],
  ['2nd phone: 310-555-0142', 'tel:3105550142'],
  ['310-555-0142 after 3pm', 'tel:3105550142'],
  ['310-555-0142 (8-5)', 'tel:3105550142'],

  ['310-555-0142 #3', 'tel:3105550142;ext=3'],
  ['310-555-0142 anexo 3', 'tel:3105550142;ext=3'],
  ['310-555-0142 int. 3', 'tel:3105550142;ext=3'],
  ['310-555-0142 extension 3', 'tel:3105550142;ext=3'],
  ['555-0142 x3', 'tel:5550142;ext=3'],
  ['tel:+1-310-555-0142;ext=3', 'tel:+13105550142;ext=3'],
  ['310-555-0142 x3, 310-555-0199 x4', 'tel:3105550142;ext=3'],
  ['310-555-0142 apt 3', 'tel:3105550142'],
  ['310-555-0142 ext. 12-34', 'tel:3105550142'],
  ['310-555-0142 x310-555-0199', 'tel:3105550142'],
  ['#3105550142', 'tel:3105550142'],

  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['(+44) (0)20 7946 0958', 'tel:+442079460958'],
  ['0044 (0) 20 7946 0958', 'tel:00442079460958'],
  ['011 44 (0)20 7946 0958', 'tel:011442079460958'],
  ['+39 (0)6 555 0142', 'tel:+39065550142'],
  ['020 7946 0958', 'tel:02079460958'],
  ['(0)20 7946 0958', 'tel:02079460958'],
  ['001 310 555 0142', 'tel:0013105550142'],
  ['011 52 55 5555 0142', 'tel:011525555550142'],

  ['310/555/0142', 'tel:3105550142'],
  ['310, 555-0142', 'tel:3105550142'],
  ['310) 555-0142', 'tel:3105550142'],
  ['020/7946 0958', 'tel:02079460958'],
  ['310‑555–0142', 'tel:3105550142'],
  ['310\u2212555\u22120142', 'tel:3105550142'],
  ['310\u00a0555\u00a00142', 'tel:3105550142'],
  ['310\u200b555\u00ad0142', 'tel:3105550142'],
  ['３１０－５５５－０１４２', 'tel:3105550142'],
  ['＋１（３１０）５５５－０１４２', 'tel:+13105550142'],
  ['٣١٠٥٥٥٠١٤٢', 'tel:3105550142'],
])('the address of %j is %s', (phone, href) => {
  expect(phoneHref(phone)).toBe(href);
});

it.each([
  '',
  '12',
  'Ask at the desk',
  'ext. 12',
  '1-800-662-HELP',
  '1 800 NOW HELP',
  '555\u202e0101234',
  '\u2067(310) 555-0142\u2069',
  // Two numbers with nothing between them but a blank.
  '310-555-0142 310-555-0199',
  '555-0142 555-0199',
  '555-0142 8-5',
  '310-555-0142 3',
  '+1 310-555-0142 310-555-0199',
  // Not a whole number.
  '310-555-01422',
  '+1 310-555-014',
  'Area 310, tel. 555-0142',
  'Unit 310, 555-0142 (mom)',
  'tel 011/44/20 7946 0958',
  '12/555-0142',
  'ext. 1234',
  'x12345',
  '*67',
  '#250',
  '*82 310-555-0142',
  '1-800-555-CALL',
  '011 44 800 HELP',
  'Dial 911 or 988',
])('%j has no address', (phone) => {
  expect(phoneHref(phone)).toBeUndefined();
});

/** A number, and its digits as dialled. */
interface Written {
  readonly text: string;
  readonly dialled: string;
}
const digits = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('23456789')),
    minLength: length,
    maxLength: length,
  });
const separator = fc.constantFrom('-', '.', ' ', '', '\u2011', ' - ');
const local = fc
  .tuple(digits(3), separator, digits(4))
  .map(([a, between, b]): Written => ({ text: `${a}${between}${b}`, dialled: a + b }));
const national = fc
  .tuple(digits(3), fc.constantFrom('', '(', '1-', '1 (', '+1 ', '+1 ('), local)
  .map(([area, start, { text, dialled }]): Written => {
    const end = start.endsWith('(') ? ') ' : '-';
    return {
      text: `${start}${area}${end}${text}`,
      dialled: `${start.replace(/[^+\d]/g, '')}${area}${dialled}`,
    };
  });
const number = fc.oneof(local, national);
const word = fc.constantFrom('or', 'o', 'mom', 'after', 'tel.', 'cell:', 'fax', 'oficina');
const divider = fc.oneof(
  fc.constantFrom(', ', '; ', ' / ', '/', ' & ', ' | ', ' '),
  word.map((each) => ` (${each}) `),
);

describe('the address', () => {
  it('holds the digits of one number, however many there are', () => {
    const before = fc.option(
      word.map((each) => `${each} `),
      { nil: '' },
    );
    const texts = fc.tuple(before, fc.array(fc.tuple(number, divider), { minLength: 1 }));
    fc.assert(
      fc.property(texts, ([start, parts]) => {
        const text = `${start}${parts.map(([{ text: each }, end]) => each + end).join('')}`;
        const href = phoneHref(text);
        if (href !== undefined) expect(href).toBe(`tel:${parts[0]?.[0].dialled}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of one number and its extension holds both', () => {
    const extension = fc.tuple(
      fc.constantFrom(' ext. ', 'x', ' x', ' #', ', extensión ', ' anexo ', ' int '),
      fc.integer({ min: 1, max: 99_999 }),
    );
    fc.assert(
      fc.property(number, fc.option(extension), ({ text, dialled }, ext) => {
        const [label, value] = ext ?? ['', ''];
        const href = `tel:${dialled}${ext ? `;ext=${value}` : ''}`;
        expect(phoneHref(`${text}${label}${value}`)).toBe(href);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of any text has the form of RFC 3966, and digits that follow one another in the text', () => {
    const unit = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...Array.from('0123456789')) },
      { weight: 2, arbitrary: fc.constantFrom(...Array.from(' -.()+,/#x')) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 1 }) },
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const href = phoneHref(text);
        if (href === undefined) return;
        expect(href).toMatch(/^tel:\+?\d{3,18}(?:;ext=\d{1,6})?$/);
        const [, first = '', extension = ''] = /^tel:\+?(\d+)(?:;ext=(\d+))?$/.exec(href) ?? [];
        const all = phoneDigits(text.replace(/\(0\)/, '')) + phoneDigits(` ${text}`);
        expect(all).toContain(first);
        expect(all).toContain(extension);
      }),
      { numRuns: 5_000 },
    );
  });
});
