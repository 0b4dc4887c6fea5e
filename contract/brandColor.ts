/**
 * Derives the brand colours of src/theme/tokens.css, for the light and the dark theme, from the one colour that a provider
 * configures. Each has enough contrast where it is used, for any given colour. The web app, the server's pages and the emails
 * use this.
 */

/** CSS variable → a colour such as `#0b5a66`. */
type Tokens = Record<string, string>;
type Rgb = readonly [red: number, green: number, blue: number];

/** The backgrounds of src/theme/tokens.css. */
const LIGHT = { page: '#f6f8f8', surface: '#ffffff' } as const;
const DARK = { surface: '#172326', raised: '#1e2d31' } as const;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** WCAG AA for text; controls and the focus outline need less. */
const TEXT_CONTRAST = 4.5;
const STEPS = 100;

/** Whether a text is a colour such as `#abc` or `#aabbcc`. */
export function isColor(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/**
 * Returns the colours of a brand, as close to the given one as readability allows.
 * @param hex such as `#0b5a66` or `#abc`
 * @throws Error when it is not a colour
 */
export function brandTokens(hex: string): { light: Tokens; dark: Tokens } {
  if (!isColor(hex)) throw new Error('A brand colour is written as #aabbcc');
  return { light: lightTokens(hex), dark: darkTokens(hex) };
}

/**
 * Returns the colours of a brand as a style sheet, which follows the app's. It applies to screens only: print stays black and
 * white.
 */
export function brandCss(hex: string): string {
  const { light, dark } = brandTokens(hex);
  return `@media screen{:root{${declare(light)}}}@media screen and (prefers-color-scheme:dark){:root{${declare(dark)}}}`;
}

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function lightTokens(hex: string): Tokens {
  const softOf = (brand: string) => mix(brand, WHITE, 0.88);
  const brand = nearest(hex, BLACK, (color) =>
    [LIGHT.page, LIGHT.surface, softOf(color)].every((background) => isReadable(color, background)),
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
    [DARK.raised, softOf(color), onOf(color)].every((background) => isReadable(color, background)),
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

/**
 * Returns the acceptable colour that is nearest to `from` in a gradient to `end`, black or white, which is always acceptable.
 */
function nearest(from: string, end: string, isAcceptable: (color: string) => boolean): string {
  for (let step = 0; step < STEPS; step += 1) {
    const color = mix(from, end, step / STEPS);
    if (isAcceptable(color)) return color;
  }
  return end;
}

const isReadable = (text: string, background: string) =>
  contrast(text, background) >= TEXT_CONTRAST;

const declare = (list: Tokens) =>
  Object.entries(list)
    .map(([name, color]) => `${name}:${color}`)
    .join(';');

/** @param share of the other colour, from 0 to 1 */
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
