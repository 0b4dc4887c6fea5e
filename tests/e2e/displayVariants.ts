/**
 * Display variants: width × colour scheme × language. `npm test` distributes them over the screens so that each pair of values
 * occurs. `EXHAUSTIVE=1` checks every screen in every variant.
 */
import { EXHAUSTIVE } from '../support/exhaustive';
import { TEXTS } from './steps';

const WIDTHS = { phone: { width: 320, height: 640 }, desktop: { width: 1440, height: 900 } };

type Size = keyof typeof WIDTHS;
type Scheme = 'light' | 'dark';
type Language = keyof typeof TEXTS;

const createVariant = (size: Size, colorScheme: Scheme, language: Language) => ({
  /** For test names. */
  name: `${size}, ${colorScheme}, ${language}`,
  /** For email addresses and record names. */
  id: `${size}.${colorScheme}.${language}`,
  size,
  language,
  texts: TEXTS[language],
  settings: { viewport: WIDTHS[size], colorScheme, locale: language },
});

/** Each pair of values of width, scheme and language occurs in exactly one of these. */
const PAIRS = [
  createVariant('phone', 'light', 'es'),
  createVariant('desktop', 'dark', 'es'),
  createVariant('phone', 'dark', 'en'),
  createVariant('desktop', 'light', 'en'),
];
/** The opposite of the variant at the same index of `PAIRS`: no value in common. */
const OPPOSITES = [
  createVariant('desktop', 'dark', 'en'),
  createVariant('phone', 'light', 'en'),
  createVariant('desktop', 'light', 'es'),
  createVariant('phone', 'dark', 'es'),
];

export type DisplayVariant = (typeof PAIRS)[number];

/**
 * Creates a rotation over the variants, starting with the first.
 * @returns a function that returns the variants of the next screen: one of `PAIRS`, with its opposite if `andOpposite`, or all
 * when EXHAUSTIVE
 */
export function createVariantRotation() {
  let screens = 0;
  return ({ andOpposite = false } = {}): readonly DisplayVariant[] => {
    if (EXHAUSTIVE) return [...PAIRS, ...OPPOSITES];
    const turn = screens++ % PAIRS.length;
    return [PAIRS, OPPOSITES]
      .slice(0, andOpposite ? 2 : 1)
      .flatMap((variants) => variants[turn] ?? []);
  };
}
