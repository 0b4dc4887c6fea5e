import CloseIcon from '@mui/icons-material/Close';
import {
  createContext,
  type Dispatch,
  Fragment,
  type MouseEvent,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { TOASTS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './Notification.module.css';

type OpenDialogs = readonly [count: number, setCount: Dispatch<SetStateAction<number>>];

const OpenDialogsContext = createContext<OpenDialogs | null>(null);

/** Counts the open dialogs: while one is open, the page is hidden from screen readers, so messages appear in the dialog. */
export function OpenDialogsProvider({ children }: { children: ReactNode }) {
  return <OpenDialogsContext value={useState(0)}>{children}</OpenDialogsContext>;
}

function useOpenDialogs(): OpenDialogs {
  const dialogs = useContext(OpenDialogsContext);
  if (!dialogs) throw new Error('useOpenDialogs outside OpenDialogsProvider');
  return dialogs;
}

/** Whether a dialog is open over the page. */
export function useIsDialogOpen(): boolean {
  const [count] = useOpenDialogs();
  return count > 0;
}

/**
 * The last message of `notify`, with the text of its option `more`: first in front of the page, then at its end, where it stays
 * until it is closed, for people who read slowly (WCAG 2.2.1). A message that comes while a dialog is open is announced there and
 * shown here once the dialog is closed; its display time starts when it comes.
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

/** The last message of `notify` since the surrounding dialog was opened. Every dialog has one: it counts the dialog as open. */
export function DialogNotification() {
  const [, setCount] = useOpenDialogs();
  useEffect(() => {
    setCount((count) => count + 1);
    return () => setCount((count) => count - 1);
  }, [setCount]);

  const last = useNotificationContext().notifications.at(-1);
  const [before] = useState(last);
  return <Message message={last === before ? undefined : last} look={styles.message} />;
}

interface Props {
  message: NotificationPayload | undefined;
  look: string | undefined;
  /** Its source has announced it to screen readers; `notify(…, { isSaid: true })` means the same. */
  isSaid?: boolean;
}

function Message({ message, look, isSaid = false }: Props) {
  const t = useStaffT();
  const translate = useTranslate();
  const { notifications, resetNotifications } = useNotificationContext();
  const { isSaid: isSaidByCaller, more, messageArgs } = message?.notificationOptions ?? {};
  const isKnown = isSaid || isSaidByCaller;
  // A new node for each message, as screen readers would announce the same text only once.
  const text = typeof message?.message === 'string' && (
    <Fragment key={notifications.length}>
      {translate(message.message, messageArgs)}
      {more && <span className={styles.more}> {translate(more, { _: more })}</span>}
    </Fragment>
  );

  const close = (event: MouseEvent) => {
    // The button disappears: the focus moves to the main element or the dialog.
    const around = event.currentTarget.closest<HTMLElement>('[tabindex="-1"]');
    around?.focus({ preventScroll: true });
    resetNotifications();
  };

  return (
    <div className={message && look} data-type={message?.type}>
      {/* Mounts before its text, as screen readers announce only changes. */}
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
