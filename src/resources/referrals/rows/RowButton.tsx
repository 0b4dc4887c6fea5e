import type { ReactNode } from 'react';
import type { DialogName } from '../useReferralDialog';
import { type CellProps, nameId } from './cellProps';
import styles from './RowButton.module.css';

/** A button in a row that opens a dialog on its referral. Whose row it is, a screen reader adds to its name. */
export function RowButton({
  referral,
  onOpen,
  opens,
  children,
}: CellProps & { opens: DialogName; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-describedby={nameId(referral)}
      onClick={() => onOpen(opens, referral)}
    >
      {children}
    </button>
  );
}
