/** What a list shows in place of its rows. */
import Skeleton from '@mui/material/Skeleton';
import { useDeferredValue } from 'react';
import type { Elements } from '../../app/elements';
import { ApiError } from '../../api/ApiError';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { useErrorText } from '../../ui/useErrorText';
import styles from './ListPlaceholders.module.css';

interface ListStatusProps {
  isLoading: boolean;
  /** The notice of a list without records. */
  empty?: { title: string; hint?: string | undefined; action?: Elements } | undefined;
}

/**
 * The status region of a list: 'Loading' for screen readers, or the notice of an empty list for everyone. It is one element
 * throughout and mounts without text, as screen readers announce only changes.
 */
export function ListStatus({ isLoading, empty }: ListStatusProps) {
  const t = useStaffT();
  const isMounted = useDeferredValue(true, false);
  const text = empty?.title ?? (isLoading && t('app.loading'));
  return (
    <div className={empty && styles.notice}>
      <p role="status" className={empty ? styles.title : 'visually-hidden'}>
        {isMounted && text}
      </p>
      {empty?.hint && <p className={styles.hint}>{empty.hint}</p>}
      {empty?.action}
    </div>
  );
}

interface LoadErrorProps {
  /** A sentence that says what could not be loaded. */
  title: string;
  error: Error;
  onTryAgain: () => void;
}

/**
 * What could not be loaded, the reason if it is known, and a button to retry.
 *
 * @example
 * if (error) return <LoadError title={t('setup.loadFailed')} error={error} onTryAgain={() => void refetch()} />;
 */
export function LoadError({ title, error, onTryAgain }: LoadErrorProps) {
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

/**
 * Skeleton rows while the first page loads; by default about as many as fit into a window.
 *
 * @example
 * return isKnown ? <DataTable label="accounts.title">…</DataTable> : <LoadingRows />;
 */
export function LoadingRows({ count = 8 }: { count?: number | undefined }) {
  return (
    <div className={styles.rows}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={44} className={styles.row} />
      ))}
    </div>
  );
}
