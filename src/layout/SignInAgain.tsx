import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { LoginForm } from '../shared/LoginForm';
import { useServices, useSession } from '../shared/services';
import { hidePage } from '../shared/session/hidePage';
import { useIdleOutText } from '../shared/session/useIdleOutText';
import styles from './SignInAgain.module.css';

/**
 * Stands over the page of a session that has ended: its person signs in again and goes on where they were, or leaves. What
 * is below, dialogs included, keeps its place and cannot be seen or reached meanwhile.
 */
export function SignInAgain() {
  const { status } = useSession();
  // Beside the app: under an open dialog of MUI all of that is hidden from screen readers.
  return status === 'ended' && createPortal(<SignInDialog />, document.body);
}

function SignInDialog() {
  const t = useStaffT();
  const id = useId();
  const { session } = useServices();
  const { user, endedBy } = useSession();
  const idleOut = useIdleOutText();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    // In this order, as the browser gives the focus back to where it was, which must be visible again by then.
    element?.showModal();
    const showPage = hidePage();
    element?.querySelector<HTMLInputElement>('input[type=password]')?.focus();
    return () => {
      showPage();
      element?.close();
    };
  }, []);

  // Some browsers close a dialog by the second Escape whatever its `cancel` says.
  const ignoreEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault();
  };
  const why = endedBy === 'idle' ? idleOut : t(`signInAgain.${endedBy ?? 'refused'}`);

  return (
    <dialog
      ref={dialog}
      data-over-hidden
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles.dialog}
      onKeyDown={ignoreEscape}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget: { isConnected, open }, currentTarget }) => {
        if (isConnected && !open) currentTarget.showModal();
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {t('signInAgain.title')}
      </h2>
      <div id={`${id}-text`}>
        <p className={styles.why}>{why}</p>
        <p>{t('signInAgain.kept')}</p>
      </div>
      <LoginForm
        email={user?.username}
        more={
          <>
            <Button
              variant="secondary"
              aria-describedby={`${id}-leave`}
              onClick={() => session.signOut()}
            >
              {t('signInAgain.leave')}
            </Button>
            <p id={`${id}-leave`} className={styles.hint}>
              {t('signInAgain.leaveHint')}
            </p>
          </>
        }
      />
    </dialog>
  );
}
