import { useT } from '../i18n/I18nProvider';
import styles from './Loading.module.css';

/** Placeholder for a page that is still loading. Appears only after a moment, so that a quick load does not flicker. */
export function Loading() {
  const t = useT();
  return (
    <p role="status" className={styles.loading}>
      {t('app.loading')}
    </p>
  );
}
