import { useT } from '../i18n/I18nProvider';
import styles from './SkipLink.module.css';

/** The id of the page's main element, where the skip link leads. */
export const MAIN_ID = 'main';

/** The first stop of the Tab key: past the header, to what the page is about. */
export function SkipLink() {
  const t = useT();
  return (
    <a href={`#${MAIN_ID}`} className={styles.skip}>
      {t('app.skip')}
    </a>
  );
}
