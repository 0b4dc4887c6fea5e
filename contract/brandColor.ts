/**
 * What becomes of the one colour a provider gives: the colours of src/theme/tokens.css that carry a brand, for light and for
 * dark, each of them readable where it is used, whatever the colour. The web app, the server's pages and the mails ask this.
 */

/** The name of a CSS variable → a colour such as `#0b5a66`. */
type Tokens = Record<string, string>;
type Rgb = readonly [red: number, green: number, blue: number];

/** What stands around and behind: the grounds and texts of src/theme/tokens.css. */
const LIGHT = { page: '#f6f8f8', surface: '#ffffff' } as const;
const DARK = { surface: '#172326', raised: '#1e2d31' } as const;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** WCAG AA for text; what controls and the focus need is less. */
const TEXT_CONTRAST = 4.5;
const STEPS = 100;

/** Whether a text is a colour as `#abc` or `#aabbcc`. */
export function isColor(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/**
 * The colours of a brand, as near to the given one as they can be read.
 * @param hex such as `#0b5a66` or `#abc`
 * @throws when it is no colour
 */
export function brandTokens(hex: string): { light: Tokens; dark: Tokens } {
  if (!isColor(hex)) throw new Error('A brand colour is written as #aabbcc');
  return { light: lightTokens(hex), dark: darkTokens(hex) };
}

/** The same as a style sheet, to come after that of the app: paper keeps its black and white. */
export function brandCss(hex: string): string {
  const { light, dark } = brandTokens(hex);
  return `@media screen{:root{${declare(light)}}}@media screen and (prefers-color-scheme:dark){:root{${declare(dark)}}}`;
}

/** The contrast of two colours by WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function lightTokens(hex: string): Tokens {
  const softOf = (brand: string) => mix(brand, WHITE, 0.88);
  const brand = nearest(hex, BLACK, (color) =>
    [LIGHT.page, LIGHT.surface, softOf(color)].every((ground) => isReadable(color, ground)),
  );
  return tokens({
    brand,
    strong: mix(brand, BLACK, 0.25),
    soft: softOf(brand),
    on: WHITE,
    focus: brand,
  });
}

function darkTokens(hex: string): Tokens {
  const softOf = (brand: string) => mix(brand, DARK.surface, 0.86);
  const onOf = (brand: string) => mix(brand, BLACK, 0.85);
  const brand = nearest(hex, WHITE, (color) =>
    [DARK.raised, softOf(color), onOf(color)].every((ground) => isReadable(color, ground)),
  );
  const strong = mix(brand, WHITE, 0.3);
  return tokens({ brand, strong, soft: softOf(brand), on: onOf(brand), focus: strong });
}

const tokens = (of: Record<'brand' | 'strong' | 'soft' | 'on' | 'focus', string>): Tokens => ({
  '--color-brand': of.brand,
  '--color-brand-strong': of.strong,
  '--color-brand-soft': of.soft,
  '--color-on-brand': of.on,
  '--color-focus': of.focus,
});

/** The first colour on the way from one to black or white that will do; the end of the way always does. */
function nearest(from: string, end: string, willDo: (color: string) => boolean): string {
  for (let step = 0; step < STEPS; step += 1) {
    const color = mix(from, end, step / STEPS);
    if (willDo(color)) return color;
  }
  return end;
}

const isReadable = (text: string, ground: string) => contrast(text, ground) >= TEXT_CONTRAST;

const declare = (list: Tokens) =>
  Object.entries(list)
    .map(([name, color]) => `${name}:${color}`)
    .join(';');

/** @param share how much of the other one, from 0 to 1 */
function mix(one: string, other: string, share: number): string {
  const to = parse(other);
  const mixed = parse(one).map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function parse(hex: string): Rgb {
  const digits = hex.slice(1);
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parse(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
