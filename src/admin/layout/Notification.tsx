import CloseIcon from '@mui/icons-material/Close';
import { Fragment, type MouseEvent, useEffect, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { TOASTS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './Notification.module.css';
import { useIsDialogOpen } from '../dialog/OpenDialogs';

/**
 * The last thing `notify` said, with what `more` it named: first in front of the page, then at its end, where it stays
 * until it is closed, for who needs longer to read it (WCAG 2.2.1). What comes while a dialog is open is said there; its time runs all the same, and
 * once the dialog is closed it can be read here.
 */
export function Notification() {
  const isCovered = useIsDialogOpen();
  const last = useNotificationContext().notifications.at(-1);
  const [news, setNews] = useState({ last, isOfDialog: false });
  if (news.last !== last) setNews({ last, isOfDialog: isCovered });
  const [settled, setSettled] = useState<NotificationPayload>();

  useEffect(() => {
    const stay = last?.notificationOptions?.autoHideDuration ?? TOASTS.usual;
    const timer = setTimeout(() => setSettled(last), stay);
    return () => clearTimeout(timer);
  }, [last]);

  return (
    <Message
      message={isCovered && news.isOfDialog ? undefined : last}
      look={last === settled ? styles.atEnd : styles.inFront}
      isSaid={news.isOfDialog}
    />
  );
}

/** The last thing `notify` said since the dialog around it was opened. */
export function DialogNotification() {
  const last = useNotificationContext().notifications.at(-1);
  const [before] = useState(last);
  return <Message message={last === before ? undefined : last} look={styles.message} />;
}

interface Props {
  message: NotificationPayload | undefined;
  look: string | undefined;
  /** It was said where it came from, so a screen reader need not say it again; `notify(…, { isSaid: true })` means the same. */
  isSaid?: boolean;
}

function Message({ message, look, isSaid = false }: Props) {
  const t = useStaffT();
  const translate = useTranslate();
  const { notifications, resetNotifications } = useNotificationContext();
  const { isSaid: isSaidByCaller, more, messageArgs } = message?.notificationOptions ?? {};
  const isKnown = isSaid || isSaidByCaller;
  // A new node for each, or the same text twice in a row would be said only once.
  const text = typeof message?.message === 'string' && (
    <Fragment key={notifications.length}>
      {translate(message.message, messageArgs)}
      {more && <span> {translate(more)}</span>}
    </Fragment>
  );

  const close = (event: MouseEvent) => {
    // The focus must not go with the button: the page's main part takes it, or the dialog.
    const around = event.currentTarget.closest<HTMLElement>('[tabindex="-1"]');
    around?.focus({ preventScroll: true });
    resetNotifications();
  };

  return (
    <div className={message && look} data-type={message?.type}>
      {/* There before its text, as screen readers only speak of changes. */}
      <p role="status" className={styles.text}>
        {!isKnown && text}
      </p>
      {isKnown && <p className={styles.text}>{text}</p>}
      {message && (
        <button
          type="button"
          aria-label={t('messages.close')}
          className={styles.close}
          onClick={close}
        >
          <CloseIcon fontSize="small" />
        </button>
      )}
    </div>
  );
}
