import { useT } from '../i18n/I18nProvider';
import styles from './SkipLink.module.css';

/** Id of the page's main element, the target of the skip link. */
export const MAIN_ID = 'main';

/** The first tab stop: skips the header and leads to the main content. */
export function SkipLink() {
  const t = useT();
  return (
    <a href={`#${MAIN_ID}`} className={styles.skip}>
      {t('app.skip')}
    </a>
  );
}
