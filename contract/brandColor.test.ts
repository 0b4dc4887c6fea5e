import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandCss, brandTokens, contrast, isColor } from './brandColor';
import { DEFAULT_BRAND_COLOR } from './settingLimits';

/** The app's own colours, light and dark; the print colours, which come third, are left out. */
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
const BACKGROUNDS = ['--color-page', '--color-surface', '--color-raised', '--color-brand-soft'];

/** Foreground, background and their minimum contrast. */
const PAIRS: [string, string, number][] = [
  ...BACKGROUNDS.flatMap((background): [string, string, number][] => [
    ['--color-brand', background, TEXT],
    ['--color-brand-strong', background, TEXT],
    ['--color-focus', background, SHAPE],
    ['--color-text', background, TEXT],
    ['--color-muted', background, TEXT],
  ]),
  ['--color-on-brand', '--color-brand', TEXT],
  ['--color-on-brand', '--color-brand-strong', TEXT],
];

/** The pairs below their minimum contrast. */
function unreadable(colors: Record<string, string>): string[] {
  return PAIRS.flatMap(([text, background, least]) => {
    const ratio = contrast(colors[text] ?? '', colors[background] ?? '');
    return ratio >= least ? [] : [`${text} on ${background}: ${ratio.toFixed(2)}`];
  });
}

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  it('of the product itself are readable', () => {
    expect(unreadable(OWN[scheme])).toEqual([]);
  });

  it.each(EXTREMES)('of the brand %s are readable', (hex) => {
    expect(unreadable({ ...OWN[scheme], ...brandTokens(hex)[scheme] })).toEqual([]);
  });

  it('of any brand are readable', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        expect(unreadable({ ...OWN[scheme], ...brandTokens(hex)[scheme] })).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are all defined in tokens.css', () => {
    const tokens = brandTokens('#336699')[scheme];
    expect(Object.keys(tokens).filter((name) => !(name in OWN[scheme]))).toEqual([]);
    expect(Object.values(tokens).filter((color) => !isColor(color))).toEqual([]);
  });
});

it('keeps a readable colour unchanged', () => {
  expect(brandTokens(DEFAULT_BRAND_COLOR).light['--color-brand']).toBe(DEFAULT_BRAND_COLOR);
  expect(OWN.light['--color-brand']).toBe(DEFAULT_BRAND_COLOR);
  expect(brandTokens('#ffd54a').dark['--color-brand']).toBe('#ffd54a');
});

it('computes the contrast of two colours', () => {
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

it('creates a style sheet that contains only colours', () => {
  const rules = String.raw`(--color-[a-z-]+:#[0-9a-f]{6};?){5}`;
  expect(brandCss('#C03')).toMatch(
    new RegExp(
      String.raw`^@media screen\{:root\{${rules}\}\}@media screen and \(prefers-color-scheme:dark\)\{:root\{${rules}\}\}$`,
    ),
  );
});
