import type { Site } from '../../../../contract/entities/site';
import { useServices } from '../../../shared/services';
import styles from './Poster.module.css';
import { referralAddress } from './posterAddress';
import { QrCode } from './QrCode';
import type { usePosterTexts } from './usePosterTexts';

interface Props {
  site: Site;
  texts: ReturnType<typeof usePosterTexts>['texts'];
}

/** Longer names are set smaller, so that the poster fits one page. */
const LONG_NAME = 50;

/** The poster of a site: how to refer someone there, with a QR code of the form. One page, black on white. */
export function Poster({ site, texts: { language, t } }: Props) {
  const { brandName, logoUrl, publicUrl, supportPhone } = useServices().settings;
  const origin = publicUrl || window.location.origin;
  const address = referralAddress(origin, site._id, language);

  return (
    <article lang={language} aria-label={t('poster.title')} className={styles.poster}>
      <p className={styles.brand}>
        <img src={logoUrl} alt="" />
        {brandName}
      </p>
      <h2 className={styles.heading}>{t('landing.title')}</h2>
      <p className={site.name.length > LONG_NAME ? styles.longName : styles.name}>{site.name}</p>
      <QrCode text={address} label={t('poster.code')} className={styles.code} />
      {/* Without the query, so that it is short enough to type; the form asks for the site. */}
      <p className={styles.address}>{origin}</p>
      <ol className={styles.steps}>
        <li>{t('poster.step1')}</li>
        <li>{t('poster.step2')}</li>
        <li>{t('landing.step3')}</li>
      </ol>
      <p className={styles.help}>
        {supportPhone && <>{t('poster.phone', { phone: supportPhone })} </>}
        {t('rights.help')}
      </p>
    </article>
  );
}
