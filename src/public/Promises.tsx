import { useLanguage, useT } from '../i18n/I18nProvider';
import { PhoneLink } from '../shared/PhoneLink';
import { findProviderText } from '../shared/providerText';
import { useServices } from '../shared/services';
import styles from './Promises.module.css';

/** What a referral costs, who reads it, and what happens next: lines that are true of any provider, or the provider's own. */
export function Promises() {
  const t = useT();
  const { settings } = useServices();
  const { brandName: brand, responseDays } = settings;

  return (
    <ul className={styles.promises}>
      <li>
        <OwnText
          english={settings.promiseFree}
          spanish={settings.promiseFreeEs}
          usual={t('landing.free')}
        />
      </li>
      <li>
        <OwnText
          english={settings.promiseReaders}
          spanish={settings.promiseReadersEs}
          usual={t('landing.readers', { brand })}
        />
      </li>
      <li>
        {responseDays > 0 && (
          <strong>{t('landing.responseDays', { smart_count: responseDays })} </strong>
        )}
        <OwnText
          english={settings.promiseNext}
          spanish={settings.promiseNextEs}
          usual={t('landing.next')}
        />
      </li>
    </ul>
  );
}

/** The provider's own text, else the usual one, which is in the page's language. */
function OwnText({
  english,
  spanish,
  usual,
}: {
  english: string;
  spanish: string;
  usual?: string;
}) {
  const { language } = useLanguage();
  // Where there is a usual text, an English page prefers it to one in Spanish.
  const own = findProviderText(language, english, usual && language !== 'es' ? '' : spanish);
  return <span lang={own?.language}>{own?.text ?? usual}</span>;
}

/** Whom to call instead, when and where: only what the provider has set. */
export function Contact() {
  const t = useT();
  const { settings } = useServices();
  const { brandName: brand, supportPhone, supportHours, supportHoursEs, supportAddress } = settings;
  if (!supportPhone && !supportHours && !supportHoursEs && !supportAddress) return null;

  return (
    <address className={styles.contact}>
      <p>{supportPhone ? t('landing.talk', { brand }) : brand}</p>
      {supportPhone && (
        <p className={styles.phone}>
          <PhoneLink phone={supportPhone} />
        </p>
      )}
      {(supportHours || supportHoursEs) && (
        <p>
          <OwnText english={supportHours} spanish={supportHoursEs} />
        </p>
      )}
      {supportAddress && <p>{supportAddress}</p>}
    </address>
  );
}

/** Whom to call in an emergency, with the numbers as links. */
export function EmergencyLine() {
  const parts = useT()('landing.emergency').split(/\b(\d+)\b/);
  return (
    <p className={styles.emergency}>
      {parts.map((part, index) => (index % 2 ? <PhoneLink key={index} phone={part} /> : part))}
    </p>
  );
}
