import { type ReactNode, useId } from 'react';
import styles from '../../../admin/list/RowButton.module.css';
import type { DialogName } from '../dialogs/dialogNames';
import { type CellProps, nameId } from './cellProps';

/** A button in a row that opens a dialog on its account, whose name a screen reader adds to that of the button. */
export function AccountButton({
  account,
  onOpen,
  opens,
  children,
}: CellProps & { opens: DialogName; children: ReactNode }) {
  const id = useId();
  return (
    <button
      id={id}
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-labelledby={`${id} ${nameId(account)}`}
      onClick={() => onOpen(opens, account)}
    >
      {children}
    </button>
  );
}
