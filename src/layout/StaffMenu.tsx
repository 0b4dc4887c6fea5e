import { useState } from 'react';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { Modal, ModalActions } from '../shared/Modal';
import { StaffLinks } from './StaffLinks';

/**
 * The staff menu where there is no room beside the screen: behind a button of the header.
 * @param count how many referrals the person may see
 */
export function StaffMenu({ count }: { count: number | null }) {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('menu.title')}
      </Button>
      {isOpen && (
        <Modal title={t('menu.title')} onClose={close}>
          <nav aria-label={t('menu.label')}>
            <StaffLinks count={count} onChoose={close} />
          </nav>
          <ModalActions>
            <Button variant="secondary" onClick={close}>
              {t('app.close')}
            </Button>
          </ModalActions>
        </Modal>
      )}
    </>
  );
}
