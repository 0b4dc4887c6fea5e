import { hasVisibleText } from '../fieldRules';
import { withoutInvisible } from './invisible';
import { normalizedLineSchema } from './text';

/**
 * Blanks of any kind, such as the no-break space, count as one, and a letter has one form: differences that nobody sees. A name
 * without a visible character is none.
 */
function normalName(typed: string): string {
  const composed = withoutInvisible(typed).normalize('NFC');
  return hasVisibleText(composed) ? composed.replace(/\p{Zs}+/gu, ' ') : '';
}

/** The name of a person or a site: one line, trimmed, 1 to `max` characters, some of them visible. */
export const nameSchema = (max: number) => normalizedLineSchema(max, normalName);
