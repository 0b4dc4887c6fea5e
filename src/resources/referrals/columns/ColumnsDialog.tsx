import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { CheckField } from '../../../shared/CheckField';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import styles from './ColumnsDialog.module.css';
import type { ShownColumns } from './useShownColumns';

interface Props {
  columns: ShownColumns;
  onClose: () => void;
}

/** Which columns the list has, a check box each; it follows at once. */
export function ColumnsDialog({ columns, onClose }: Props) {
  const t = useStaffT();
  const actions = (
    <>
      <Button variant="secondary" onClick={columns.showAll}>
        {t('columns.showAll')}
      </Button>
      <CloseButton />
    </>
  );
  return (
    <Dialog title={t('columns.title')} width="sm" onClose={onClose} actions={actions}>
      <p className={styles.intro}>{t('columns.intro')}</p>
      <div className={styles.choices}>
        {columns.hideable.map((column) => (
          <CheckField
            key={column.label}
            label={t(column.label)}
            checked={columns.isShown(column)}
            onChange={() => columns.toggle(column)}
          />
        ))}
      </div>
    </Dialog>
  );
}
