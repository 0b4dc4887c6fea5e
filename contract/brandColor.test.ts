import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandCss, brandTokens, contrast, isColor } from './brandColor';
import { OWN_BRAND_COLOR } from './constants';

/** The colours of the app that stay, light and dark; those of paper come last. */
const [lightSheet = '', darkSheet = ''] = readFileSync('src/theme/tokens.css', 'utf8').split(
  '@media',
);
function colorsIn(sheet: string): Record<string, string> {
  return Object.fromEntries(
    [...sheet.matchAll(/(--color-[\w-]+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [
      name,
      color,
    ]),
  );
}
const OWN = { light: colorsIn(lightSheet), dark: colorsIn(darkSheet) };

const anyColor = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const EXTREMES = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#808080',
  '#FFF',
  '#0a0',
];

const TEXT = 4.5;
const SHAPE = 3;
const GROUNDS = ['--color-page', '--color-surface', '--color-raised', '--color-brand-soft'];

/** Text, the ground it stands on, and how far apart they must be. */
const PAIRS: [string, string, number][] = [
  ...GROUNDS.flatMap((ground): [string, string, number][] => [
    ['--color-brand', ground, TEXT],
    ['--color-brand-strong', ground, TEXT],
    ['--color-focus', ground, SHAPE],
    ['--color-text', ground, TEXT],
    ['--color-muted', ground, TEXT],
  ]),
  ['--color-on-brand', '--color-brand', TEXT],
  ['--color-on-brand', '--color-brand-strong', TEXT],
];

/** The pairs that cannot be read. */
function unreadable(colors: Record<string, string>): string[] {
  return PAIRS.flatMap(([text, ground, least]) => {
    const ratio = contrast(colors[text] ?? '', colors[ground] ?? '');
    return ratio >= least ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)}`];
  });
}

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  it('of the product itself can be read', () => {
    expect(unreadable(OWN[scheme])).toEqual([]);
  });

  it.each(EXTREMES)('of the brand %s can be read', (hex) => {
    expect(unreadable({ ...OWN[scheme], ...brandTokens(hex)[scheme] })).toEqual([]);
  });

  it('of any brand can be read', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        expect(unreadable({ ...OWN[scheme], ...brandTokens(hex)[scheme] })).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are all colours of tokens.css', () => {
    const tokens = brandTokens('#336699')[scheme];
    expect(Object.keys(tokens).filter((name) => !(name in OWN[scheme]))).toEqual([]);
    expect(Object.values(tokens).filter((color) => !isColor(color))).toEqual([]);
  });
});

it('keeps a colour that can be read as it is', () => {
  expect(brandTokens(OWN_BRAND_COLOR).light['--color-brand']).toBe(OWN_BRAND_COLOR);
  expect(OWN.light['--color-brand']).toBe(OWN_BRAND_COLOR);
  expect(brandTokens('#ffd54a').dark['--color-brand']).toBe('#ffd54a');
});

it('knows the contrast of colours', () => {
  expect(contrast('#000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it.each(['', 'red', '#12', '#12345', '#12345g', '0b5a66', '#0b5a66;}', 'url(#a)'])(
  'refuses %j',
  (text) => {
    expect(isColor(text)).toBe(false);
    expect(() => brandTokens(text)).toThrow('#aabbcc');
  },
);

it('makes a style sheet of nothing but colours', () => {
  const rules = String.raw`(--color-[a-z-]+:#[0-9a-f]{6};?){5}`;
  expect(brandCss('#C03')).toMatch(
    new RegExp(
      String.raw`^@media screen\{:root\{${rules}\}\}@media screen and \(prefers-color-scheme:dark\)\{:root\{${rules}\}\}$`,
    ),
  );
});
