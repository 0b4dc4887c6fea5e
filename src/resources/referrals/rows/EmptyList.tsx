import { useT } from '../../../i18n/I18nProvider';
import styles from './ListNotice.module.css';

export function EmptyList() {
  const t = useT();
  return (
    <div role="status" className={styles.notice}>
      <p className={styles.title}>{t('referrals.empty')}</p>
      <p className={styles.hint}>{t('referrals.emptyHint')}</p>
    </div>
  );
}
