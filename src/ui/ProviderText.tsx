import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/I18nProvider';
import type { Language } from '../i18n/languages';

/** The provider's own text, else the default one, which is in the page's language. */
export function ProviderText({
  english,
  spanish,
  usual,
}: {
  english: string;
  spanish: string;
  usual?: ReactNode;
}) {
  const { language } = useLanguage();
  // Where there is a usual text, an English page prefers it to one in Spanish.
  const own = findProviderText(language, english, usual && language !== 'es' ? '' : spanish);
  return <span lang={own?.language}>{own?.text ?? usual}</span>;
}

/** A provider's own text, and the language it is in, for its `lang` attribute. */
interface OwnText {
  readonly language: Language;
  readonly text: string;
}

/** A provider's own text in a language, else in the other one; undefined if it has none. */
export function findProviderText(
  language: Language,
  inEnglish: string,
  inSpanish: string,
): OwnText | undefined {
  const english = { language: 'en', text: inEnglish };
  const spanish = { language: 'es', text: inSpanish };
  const wanted = language === 'es' ? [spanish, english] : [english, spanish];
  return wanted.find(({ text }) => text.trim());
}
