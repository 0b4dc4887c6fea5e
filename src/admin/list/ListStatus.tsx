import { type ReactNode, useDeferredValue } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './ListNotice.module.css';

/** Stands in place of a list that has nothing. */
export interface EmptyNotice {
  title: string;
  hint?: string;
  /** A way on, if there is one. */
  action?: ReactNode;
}

interface Props {
  isLoading: boolean;
  /** Given when the list has nothing. */
  empty: EmptyNotice | undefined;
}

/**
 * Says that a list is on its way, for a screen reader, or that it has nothing, for everyone: one region throughout, there
 * before its text, as screen readers only speak of changes.
 */
export function ListStatus({ isLoading, empty }: Props) {
  const t = useStaffT();
  const isThere = useDeferredValue(true, false);
  const text = empty?.title ?? (isLoading && t('app.loading'));
  return (
    <div className={empty && styles.notice}>
      <p role="status" className={empty ? styles.title : 'visually-hidden'}>
        {isThere && text}
      </p>
      {empty?.hint && <p className={styles.hint}>{empty.hint}</p>}
      {empty?.action}
    </div>
  );
}
