import { ApiError } from '../../api/ApiError';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useErrorText } from '../../shared/useErrorText';
import styles from './ListNotice.module.css';

interface Props {
  /** A sentence that says what could not be loaded. */
  title: string;
  error: Error;
  onTryAgain: () => void;
}

/** Replaces content that could not be loaded: what happened, the known reason, and a retry. */
export function LoadError({ title, error, onTryAgain }: Props) {
  const t = useStaffT();
  const errorText = useErrorText();
  const reason = error instanceof ApiError ? errorText(error) : undefined;
  return (
    <div role="alert" className={styles.notice}>
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{reason ?? t('list.loadFailedHint')}</p>
      <Button onClick={onTryAgain}>{t('app.tryAgain')}</Button>
    </div>
  );
}
