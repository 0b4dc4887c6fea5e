import { useState } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { useCan } from '../../../shared/useCan';
import { AddUserDialog } from './AddUserDialog';

/** Opens the Add Admin User modal; the specification has the modal but not its opener (section 2). */
export function AddUserButton() {
  const t = useStaffT();
  const canAdd = useCan('account.addSuperuser');
  const [isOpen, setOpen] = useState(false);
  if (!canAdd) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('addUser.title')}
      </Button>
      {isOpen && <AddUserDialog onClose={() => setOpen(false)} />}
    </>
  );
}
