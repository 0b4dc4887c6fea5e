import type { Language } from '../i18n/languages';
import type { Settings } from '../shared/settings';

/** Terms for display: their language and their paragraphs, which keep single line breaks. */
export interface Terms {
  readonly language: Language;
  readonly paragraphs: readonly string[];
}

/** The provider's terms in a language, else in the other one; undefined if there are none yet. */
export function findTerms(
  language: Language,
  { termsText, termsTextEs }: Pick<Settings, 'termsText' | 'termsTextEs'>,
): Terms | undefined {
  const english: Terms = { language: 'en', paragraphs: toParagraphs(termsText) };
  const spanish: Terms = { language: 'es', paragraphs: toParagraphs(termsTextEs) };
  const wanted = language === 'es' ? [spanish, english] : [english, spanish];
  return wanted.find(({ paragraphs }) => paragraphs.length > 0);
}

function toParagraphs(text: string): string[] {
  const parts = text.split(/\r?\n[^\S\n]*\r?\n/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
