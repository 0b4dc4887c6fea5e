import { useT } from '../i18n/I18nProvider';
import { PhoneLink } from '../ui/PhoneLink';
import { ProviderText } from '../ui/ProviderText';
import { useServices } from '../app/services';
import { WhatHappensNext } from '../referralForm/WhatHappensNext';
import styles from './Promises.module.css';

/** What a referral costs, who reads it, and what happens next: lines that are true of any provider, or the provider's own. */
export function Promises() {
  const t = useT();
  const { settings } = useServices();
  const { brandName: brand } = settings;

  return (
    <ul className={styles.promises}>
      <li>
        <ProviderText
          english={settings.promiseFree}
          spanish={settings.promiseFreeEs}
          usual={t('landing.free')}
        />
      </li>
      <li>
        <ProviderText
          english={settings.promiseReaders}
          spanish={settings.promiseReadersEs}
          usual={<WithBrand text={t('landing.readers', { brand })} brand={brand} />}
        />
      </li>
      <li>
        <WhatHappensNext />
      </li>
    </ul>
  );
}

/** Whom to call instead, when and where: only what the provider has set. */
export function Contact() {
  const t = useT();
  const { settings } = useServices();
  const {
    brandName: brand,
    supportPhone,
    supportPhoneHref,
    supportHours,
    supportHoursEs,
    supportAddress,
  } = settings;
  if (!supportPhone && !supportHours && !supportHoursEs && !supportAddress) return null;

  return (
    <address className={styles.contact}>
      <p>
        <WithBrand text={supportPhone ? t('landing.talk', { brand }) : brand} brand={brand} />
      </p>
      {supportPhone && (
        <p className={styles.phone}>
          <PhoneLink phone={supportPhone} href={supportPhoneHref} />
        </p>
      )}
      {(supportHours || supportHoursEs) && (
        <p>
          <ProviderText english={supportHours} spanish={supportHoursEs} />
        </p>
      )}
      {supportAddress && <p>{supportAddress}</p>}
    </address>
  );
}

/** A text with the provider's name, isolated. */
function WithBrand({ text, brand }: { text: string; brand: string }) {
  const [before, after] = text.split(brand);
  return (
    <>
      <span>{before}</span>
      <bdi>{brand}</bdi>
      <span>{after}</span>
    </>
  );
}

/** Whom to call in an emergency, with the numbers as links. */
export function EmergencyLine() {
  const parts = useT()('landing.emergency').split(/\b(\d{3})\b/);
  return (
    <p className={styles.emergency}>
      {parts.map((part, index) =>
        index % 2 ? (
          <PhoneLink key={index} phone={part} href={`tel:${part}`} />
        ) : (
          <span key={index}>{part}</span>
        ),
      )}
    </p>
  );
}
