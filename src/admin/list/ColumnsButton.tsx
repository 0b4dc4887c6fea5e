import { type ReactNode, useState } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { CheckField } from '../../shared/form/Inputs';
import { CloseButton, Dialog } from '../dialog/Dialog';
import styles from './ColumnsButton.module.css';
import { readColumns, useHiddenColumns } from './columns';

/** Opens the choice of the list's columns, which are its children as those of the DataTable. */
export function ColumnsButton({ children }: { children: ReactNode }) {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('columns.title')}
      </Button>
      {isOpen && <ColumnsDialog onClose={() => setOpen(false)}>{children}</ColumnsDialog>}
    </>
  );
}

/** A check box for each column; a change applies at once. */
function ColumnsDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useStaffT();
  const { isHidden, toggle, showAll } = useHiddenColumns();
  const actions = (
    <>
      <Button variant="secondary" onClick={showAll}>
        {t('columns.showAll')}
      </Button>
      <CloseButton />
    </>
  );
  return (
    <Dialog title={t('columns.title')} width="sm" onClose={onClose} actions={actions}>
      <p className={styles.intro}>{t('columns.intro')}</p>
      <div className={styles.choices}>
        {readColumns(children)
          .filter(({ hideable = true }) => hideable)
          .map((column) => (
            <CheckField
              key={column.label}
              label={t(column.label)}
              checked={!isHidden(column)}
              onChange={() => toggle(column)}
            />
          ))}
      </div>
    </Dialog>
  );
}
