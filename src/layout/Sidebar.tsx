import CollapseIcon from '@mui/icons-material/KeyboardDoubleArrowLeft';
import ExpandIcon from '@mui/icons-material/KeyboardDoubleArrowRight';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { Modal, ModalActions } from '../shared/Modal';
import { Menu } from './Menu';
import styles from './Sidebar.module.css';

/**
 * The menu beside the page (spec section 2, "Sidebar (desktop only)"). It collapses to a rail of icons, which leaves more room for a
 * wide table; the choice lasts for the session.
 */
export function Sidebar() {
  const t = useStaffT();
  const [isRail, setRail] = useStore('sidebar.isRail', false);
  const Icon = isRail ? ExpandIcon : CollapseIcon;
  const label = t(isRail ? 'menu.expand' : 'menu.collapse');

  return (
    <nav aria-label={t('menu.label')} className={isRail ? styles.rail : styles.full}>
      <div className={styles.content}>
        <Menu isRail={isRail} />
        <button
          type="button"
          title={label}
          aria-label={label}
          className={styles.width}
          onClick={() => setRail(!isRail)}
        >
          <Icon fontSize="small" />
        </button>
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
