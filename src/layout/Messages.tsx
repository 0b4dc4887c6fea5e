import CloseIcon from '@mui/icons-material/Close';
import { useEffect, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { useT } from '../i18n/I18nProvider';
import styles from './Messages.module.css';

/** Milliseconds a message stays in front, unless `notify` says otherwise (spec section 9). */
const IN_FRONT = 5_000;

/**
 * The last thing `notify` said: first in front of the page, then at its end, where it stays until it is closed, for who
 * needs longer to read it (WCAG 2.2.1). One element throughout, so that a screen reader says it once.
 */
export function Messages() {
  const t = useT();
  const translate = useTranslate();
  const { notifications, resetNotifications } = useNotificationContext();
  const message = notifications.at(-1);
  const [settled, setSettled] = useState<NotificationPayload>();

  useEffect(() => {
    const stay = message?.notificationOptions?.autoHideDuration ?? IN_FRONT;
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
