import { hasVisibleText } from '../fieldRules';
import { normalizeLine } from './normalizeText';
import { normalizedLineSchema } from './text';

/**
 * Normalizes a name, so that names that look the same are equal: any blanks, such as the no-break space, become one space, and
 * letters are composed (NFC). Returns an empty text without a visible character.
 */
function normalName(typed: string): string {
  const composed = normalizeLine(typed).normalize('NFC');
  return hasVisibleText(composed) ? composed.replace(/\p{Zs}+/gu, ' ') : '';
}

/** The name of a person or a site: one line, trimmed, 1 to `max` characters, some of them visible. */
export const nameSchema = (max: number) => normalizedLineSchema(max, normalName);
