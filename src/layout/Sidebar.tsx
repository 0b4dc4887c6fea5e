import { useState } from 'react';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import { Modal, ModalActions } from '../ui/Modal';
import { Menu } from './Menu';
import styles from './Sidebar.module.css';

/** The menu beside the page (spec section 2, "Sidebar (desktop only)"): a rail, so that a wide table has room, or wide in a wide window. */
export function Sidebar() {
  const t = useStaffT();
  return (
    <nav aria-label={t('menu.label')} className={styles.sidebar}>
      <div className={styles.content}>
        <Menu />
      </div>
    </nav>
  );
}

/** The menu behind a button of the header, for windows without room for the sidebar. */
export function MenuDialogButton() {
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
            <Menu onChoose={close} />
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
