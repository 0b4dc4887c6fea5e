/**
 * Isolation of typed text within a sentence of ours that is plain text, such as a notification, an accessible name or a title:
 * a name in Arabic must not turn our words around. Elements isolate with `<bdi>` instead (theme/base.css).
 */

/** FIRST STRONG ISOLATE: what follows has a direction of its own, that of its first letter. */
const OPEN = '\u2068';
/** POP DIRECTIONAL ISOLATE. */
const CLOSE = '\u2069';

/** Letters and digits written from right to left, and characters that set a direction. Nothing else affects our words. */
const TURNING =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a text that could affect what stands beside it; any other stays the same text. */
export const isolate = (text: string): string =>
  TURNING.test(text) ? `${OPEN}${text}${CLOSE}` : text;

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
