import type { ReactNode } from 'react';
import { PageHeading } from '../../shared/PageHeading';
import styles from './ListHeader.module.css';

/** The heading of a list, and what can be done with it as a whole. */
export function ListHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <PageHeading>{title}</PageHeading>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
