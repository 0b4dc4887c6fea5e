import { useState } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ColumnsDialog } from './ColumnsDialog';
import type { ShownColumns } from './useShownColumns';

/** Opens the choice of columns. */
export function ColumnsButton({ columns }: { columns: ShownColumns }) {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('columns.title')}
      </Button>
      {isOpen && <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}
