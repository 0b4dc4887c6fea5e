import { Link } from 'react-router';
import { COPYRIGHT_YEAR } from '../../contract/constants';
import { useT } from '../i18n/I18nProvider';
import styles from './Footer.module.css';
import { routes } from '../app/routes';
import { useServices, useSession } from '../app/services';
import { useFeature } from '../app/useFeature';

/** The footer of every page (spec section 2, "Header and footer"). */
export function Footer() {
  const t = useT();
  const { settings } = useServices();
  const { status } = useSession();
  const hasReceipts = useFeature('lookUp');

  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <p className={styles.brand}>
          <bdi>{settings.brandName}</bdi>
        </p>
        <ul className={styles.links}>
          {settings.aboutUrl && (
            <li>
              <a href={settings.aboutUrl} rel="noopener noreferrer">
                {t('footer.about')}
              </a>
            </li>
          )}
          {status === 'signed-out' && (
            <>
              <li>
                <Link to={routes.register.path}>{t('footer.register')}</Link>
              </li>
              {hasReceipts && (
                <li>
                  <Link to={routes.track.path}>{t('footer.lookUp')}</Link>
                </li>
              )}
            </>
          )}
        </ul>
        <p className={styles.copyright}>
          <span>{t('footer.copyright', { year: COPYRIGHT_YEAR })}</span>{' '}
          <bdi>{settings.brandName}</bdi>
        </p>
      </div>
    </footer>
  );
}
