import { useT } from '../i18n/I18nProvider';
import styles from './Loading.module.css';

/** Stands where a page is still on its way. Shows itself only after a moment, so that a quick load does not flicker. */
export function Loading() {
  const t = useT();
  return (
    <p role="status" className={styles.loading}>
      {t('app.loading')}
    </p>
  );
}
