import { useT } from '../i18n/I18nProvider';
import { ProviderText } from '../ui/ProviderText';
import { useServices } from '../app/services';

/** What happens after a referral, and within how many business days if the provider says so. */
export function WhatHappensNext() {
  const t = useT();
  const { responseDays, promiseNext, promiseNextEs } = useServices().settings;
  return (
    <>
      {responseDays > 0 && (
        <strong>{`${t('landing.responseDays', { smart_count: responseDays })} `}</strong>
      )}
      <ProviderText english={promiseNext} spanish={promiseNextEs} usual={t('landing.next')} />
    </>
  );
}
