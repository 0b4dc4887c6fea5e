import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { TOASTS } from '../../contract/constants';
import { useStaffT } from '../i18n/useStaffT';
import styles from './Messages.module.css';
import { useIsCovered } from './openDialogs';

/** The messages of the page; while a dialog covers it, they are in the dialog. */
export function PageMessages() {
  const isCovered = useIsCovered();
  return <Messages isSilent={isCovered} />;
}

/**
 * The last thing `notify` said: first in front of the page, then at its end, where it stays until it is closed, for who
 * needs longer to read it (WCAG 2.2.1). One element throughout, so that a screen reader says it once.
 * @param isSilent for when others say it
 */
export function Messages({ isSilent = false }: { isSilent?: boolean }) {
  const t = useStaffT();
  const translate = useTranslate();
  const { notifications, resetNotifications } = useNotificationContext();
  const message = isSilent ? undefined : notifications.at(-1);
  const [settled, setSettled] = useState<NotificationPayload>();

  useEffect(() => {
    const stay = message?.notificationOptions?.autoHideDuration ?? TOASTS.usual;
    const timer = setTimeout(() => setSettled(message), stay);
    return () => clearTimeout(timer);
  }, [message]);

  const look = message === settled ? styles.atEnd : styles.inFront;
  return (
    <div className={message && look} data-type={message?.type}>
      <p role="status" className={styles.text}>
        {typeof message?.message === 'string' &&
          translate(message.message, message.notificationOptions?.messageArgs)}
      </p>
      {message && (
        <button
          type="button"
          aria-label={t('messages.close')}
          className={styles.close}
          onClick={resetNotifications}
        >
          <CloseIcon fontSize="small" />
        </button>
      )}
    </div>
  );
}
