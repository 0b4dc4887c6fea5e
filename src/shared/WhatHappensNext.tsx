import type { ReactNode } from 'react';
import { useLanguage, useT } from '../i18n/I18nProvider';
import { findProviderText } from './providerText';
import { useServices } from './services';

/** What happens after a referral, and within how many business days if the provider says so. */
export function WhatHappensNext() {
  const t = useT();
  const { responseDays, promiseNext, promiseNextEs } = useServices().settings;
  return (
    <>
      {responseDays > 0 && (
        <strong>{t('landing.responseDays', { smart_count: responseDays })} </strong>
      )}
      <OwnText english={promiseNext} spanish={promiseNextEs} usual={t('landing.next')} />
    </>
  );
}

/** The provider's own text, else the usual one, which is in the page's language. */
export function OwnText({
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
