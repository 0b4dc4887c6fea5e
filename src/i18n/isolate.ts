/**
 * Bidirectional isolation of user input within a plain-text sentence, such as a notification, an accessible name or a title: a
 * name in Arabic must not reorder the words around it. Elements isolate with `<bdi>` instead (theme/base.css).
 */

/** FIRST STRONG ISOLATE: what follows has a direction of its own, that of its first letter. */
const OPEN = '\u2068';
/** POP DIRECTIONAL ISOLATE. */
const CLOSE = '\u2069';

/**
 * Letters and digits written from right to left, and characters that set a direction. No others affect the text around them.
 */
const DIRECTIONAL =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a text that could affect the text around it; returns any other unchanged. */
export const isolate = (text: string): string =>
  DIRECTIONAL.test(text) ? `${OPEN}${text}${CLOSE}` : text;

/** The values of a text, isolated. */
export function isolateValues<Values extends Readonly<Record<string, unknown>>>(
  values: Values | undefined,
): Values | undefined {
  if (!values) return values;
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value) : value,
  ]);
  return Object.fromEntries(isolated) as Values;
}
