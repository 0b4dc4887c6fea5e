import type { ReactNode } from 'react';
import styles from '../../../admin/list/RowButton.module.css';
import type { DialogName } from '../dialogs/dialogNames';
import { type CellProps, nameId } from './cellProps';

interface Props extends CellProps {
  opens: DialogName;
  /** Stands for the words in the table, where the column's header has them. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A button in a row that opens a dialog on its referral. Whose row it is, a screen reader adds to its name. */
export function RowButton({ referral, onOpen, opens, icon, children }: Props) {
  return (
    <button
      type="button"
      className={icon ? styles.icon : styles.button}
      aria-haspopup="dialog"
      aria-describedby={nameId(referral)}
      onClick={() => onOpen(opens, referral)}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
