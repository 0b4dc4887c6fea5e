import type { ReactNode } from 'react';
import type { CellProps } from './cellProps';
import styles from '../../../admin/list/RowButton.module.css';

/** The person's name as the row's own button: what a click anywhere on the row does, by keyboard and screen reader. */
export function NameButton({ referral, onOpen, children }: CellProps & { children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.name}
      data-row-opener
      aria-haspopup="dialog"
      onClick={() => onOpen('status', referral)}
    >
      {children}
    </button>
  );
}
