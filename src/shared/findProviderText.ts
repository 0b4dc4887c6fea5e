import type { Language } from '../i18n/languages';

/** A provider's own text, and the language it is in, for its `lang` attribute. */
export interface ProviderText {
  readonly language: Language;
  readonly text: string;
}

/** A provider's own text in a language, else in the other one; undefined if it has none. */
export function findProviderText(
  language: Language,
  inEnglish: string,
  inSpanish: string,
): ProviderText | undefined {
  const english = { language: 'en', text: inEnglish };
  const spanish = { language: 'es', text: inSpanish };
  const wanted = language === 'es' ? [spanish, english] : [english, spanish];
  return wanted.find(({ text }) => text.trim());
}
