import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/I18nProvider';
import { findProviderText } from './findProviderText';

/** The provider's own text, else the usual one, which is in the page's language. */
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
