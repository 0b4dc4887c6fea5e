import { useId } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../i18n/I18nProvider';
import { Button } from '../Button';
import { endIdleSession } from '../endSession';
import { Modal, ModalActions } from '../Modal';
import { routes } from '../routes';
import { useServices } from '../services';
import { useLogOut } from '../useLogOut';
import styles from './IdleWarning.module.css';
import { useIdle } from './useIdle';

/** Watches for activity, warns an idle person, and then signs them out. */
export function IdleWarning({ minutes }: { minutes: number }) {
  const services = useServices();
  const { secondsLeft, stay } = useIdle(minutes, () => endIdleSession(services));
  if (secondsLeft === null) return null;
  // Outside the app's root: an open MUI dialog hides everything in it from screen readers.
  return createPortal(<Warning secondsLeft={secondsLeft} onStay={stay} />, document.body);
}

/** Seconds left at which a screen reader announces the countdown. */
const ANNOUNCED_AT = [30, 10];

function Warning({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const t = useT();
  const id = useId();
  const logOut = useLogOut(routes.home.path);
  const announced = ANNOUNCED_AT.findLast((seconds) => secondsLeft <= seconds);

  return (
    <Modal title={t('session.idleTitle')} role="alertdialog" describedBy={id} onClose={onStay}>
      <p id={id}>{t('session.idleText')}</p>
      <p className={styles.left} aria-hidden="true">
        {t('session.idleIn', { smart_count: secondsLeft })}
      </p>
      <p role="status" className="visually-hidden">
        {announced !== undefined && t('session.idleIn', { smart_count: announced })}
      </p>
      <ModalActions>
        <Button onClick={onStay}>{t('session.stay')}</Button>
        <Button variant="secondary" onClick={logOut}>
          {t('header.logout')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
