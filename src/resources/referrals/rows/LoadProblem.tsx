import { ApiError } from '../../../api/ApiError';
import { useT } from '../../../i18n/I18nProvider';
import { Button } from '../../../shared/Button';
import { useFailureText } from '../../../shared/useFailureText';
import styles from './ListNotice.module.css';

/** Stands in place of the list when nothing could be loaded. */
export function LoadProblem({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const t = useT();
  const failureText = useFailureText();
  const reason = error instanceof ApiError ? failureText(error) : undefined;
  return (
    <div role="alert" className={styles.notice}>
      <p className={styles.title}>{t('referrals.loadFailed')}</p>
      <p className={styles.hint}>{reason ?? t('referrals.loadFailedHint')}</p>
      <Button onClick={onTryAgain}>{t('app.tryAgain')}</Button>
    </div>
  );
}
