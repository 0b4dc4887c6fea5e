import { type ReactNode, useDeferredValue } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './ListNotice.module.css';

/** Replaces a list without records. */
interface EmptyNotice {
  title: string;
  hint?: string | undefined;
  action?: ReactNode;
}

interface Props {
  isLoading: boolean;
  empty: EmptyNotice | undefined;
}

/**
 * The status region of a list: 'Loading' for screen readers, or the notice of an empty list for everyone. It is one element
 * throughout and mounts without text, as screen readers announce only changes.
 */
export function ListStatus({ isLoading, empty }: Props) {
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
