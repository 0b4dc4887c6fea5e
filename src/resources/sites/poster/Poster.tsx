import type { Site } from '../../../../contract/entities/site';
import { routes } from '../../../app/routes';
import { useServices } from '../../../app/services';
import type { LanguageTexts } from '../../../i18n/useAllTexts';
import { translateSiteName } from '../../../i18n/useSiteName';
import { QrCode } from '../../../ui/QrCode';
import styles from './Poster.module.css';

/** Longer names are set smaller, so that the poster fits one page. */
const LONG_NAME = 50;

/** The poster of a site: how to refer someone there, with a QR code of the form. One page, black on white. */
export function Poster({ site, texts: { language, t } }: { site: Site; texts: LanguageTexts }) {
  const { brandName, logoUrl, publicUrl, supportPhone } = useServices().settings;
  const origin = publicUrl || window.location.origin;
  // The public page with the site selected, in the poster's language.
  const query = new URLSearchParams({ site: site._id, lang: language }).toString();
  const address = `${origin}${routes.home.path}?${query}`;
  const siteName = translateSiteName(t, site.name);

  return (
    // In the language of those who will read it: a browser that translates the page leaves it as it is.
    <article
      lang={language}
      translate="no"
      aria-label={t('poster.title')}
      className={styles.poster}
    >
      <p className={styles.brand}>
        <img src={logoUrl} alt="" />
        <bdi>{brandName}</bdi>
      </p>
      <h2 className={styles.heading}>{t('landing.title')}</h2>
      <p className={siteName.length > LONG_NAME ? styles.longName : styles.name}>
        <bdi>{siteName}</bdi>
      </p>
      <QrCode text={address} label={t('poster.code')} className={styles.code} />
      {/* Without the query, so that it is short enough to type; the form asks for the site. */}
      <p className={styles.address}>{origin}</p>
      <ol className={styles.steps}>
        <li>{t('poster.step1')}</li>
        <li>{t('poster.step2')}</li>
        <li>{t('landing.next')}</li>
      </ol>
      <p className={styles.help}>
        {supportPhone && <span>{`${t('poster.phone', { phone: supportPhone })} `}</span>}
        <span>{t('help.text')}</span>
      </p>
    </article>
  );
}
