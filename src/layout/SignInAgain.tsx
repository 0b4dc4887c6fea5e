import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useServices, useSession } from '../app/services';
import { useStaffT } from '../i18n/useStaffT';
import { hidePage } from '../session/hidePage';
import { LoginForm } from '../session/LoginForm';
import { useIdleOutText } from '../session/SessionStatus';
import { Button } from '../ui/Button';
import styles from './SignInAgain.module.css';

/**
 * Covers the page of a session that has ended: the person signs in again and continues, or leaves. The page below, dialogs
 * included, keeps its state, but can neither be seen nor reached.
 */
export function SignInAgain() {
  const { status } = useSession();
  // Outside the app's element, which an open MUI dialog hides from screen readers.
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
    // The page is hidden after showModal() and shown before close(), which returns the focus to an element that must be visible.
    element?.showModal();
    const showPage = hidePage();
    element?.querySelector<HTMLInputElement>('input[type=password]')?.focus();
    return () => {
      showPage();
      element?.close();
    };
  }, []);

  // Some browsers close a dialog at the second Escape even if `cancel` was prevented.
  const ignoreEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault();
  };
  const reason = endedBy === 'unreachable' ? 'unreachable' : 'refused';
  const why = endedBy === 'idle' ? idleOut : t(`signInAgain.${reason}`);

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
