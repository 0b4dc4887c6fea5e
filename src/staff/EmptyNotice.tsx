import type { ReactNode } from 'react';
import styles from './ListNotice.module.css';

interface Props {
  title: string;
  hint?: string;
  /** A way on, if there is one. */
  children?: ReactNode;
}

/** Stands in place of a list that has nothing. */
export function EmptyNotice({ title, hint, children }: Props) {
  return (
    <div role="status" className={styles.notice}>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
