/**
 * How screens are looked at: width × colour scheme × language. `npm test` deals these out over the screens so that each pair
 * of them occurs; `EXHAUSTIVE=1` looks at every screen in every way.
 */
import { EXHAUSTIVE } from '../support/exhaustive';
import { TEXTS } from './steps';

const WIDTHS = { phone: { width: 320, height: 640 }, desktop: { width: 1440, height: 900 } };

type Size = keyof typeof WIDTHS;
type Scheme = 'light' | 'dark';
type Language = keyof typeof TEXTS;

const look = (size: Size, colorScheme: Scheme, language: Language) => ({
  /** For names. */
  name: `${size}, ${colorScheme}, ${language}`,
  /** For addresses. */
  id: `${size}.${colorScheme}.${language}`,
  size,
  language,
  texts: TEXTS[language],
  settings: { viewport: WIDTHS[size], colorScheme, locale: language },
});

/** Each pair of width, scheme and language stands in exactly one of these. */
const PAIRS = [
  look('phone', 'light', 'es'),
  look('desktop', 'dark', 'es'),
  look('phone', 'dark', 'en'),
  look('desktop', 'light', 'en'),
];
/** With nothing in common with the one at that place above. */
const OPPOSITES = [
  look('desktop', 'dark', 'en'),
  look('phone', 'light', 'en'),
  look('desktop', 'light', 'es'),
  look('phone', 'dark', 'es'),
];

export type Look = (typeof PAIRS)[number];

/**
 * Deals out looks in turn, from the first one on.
 * @returns what answers with the looks at the next screens: one of the pairs, where asked for with its opposite
 */
export function dealLooks() {
  let dealt = 0;
  return ({ andOpposite = false } = {}): readonly Look[] => {
    if (EXHAUSTIVE) return [...PAIRS, ...OPPOSITES];
    const turn = dealt++ % PAIRS.length;
    return [PAIRS, OPPOSITES].slice(0, andOpposite ? 2 : 1).flatMap((looks) => looks[turn] ?? []);
  };
}
