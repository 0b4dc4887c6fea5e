import CloseIcon from '@mui/icons-material/Close';
import { Fragment, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { TOASTS } from '../../../contract/staffConstants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './Notification.module.css';
import { useIsDialogOpen, useOpenDialogs } from './openDialogs';

/**
 * The last message of `notify`, with the text of its option `more`, in a strip of its own that covers nothing: beside the pages of a
 * list, or at the end of the window. It keeps its height while empty, so that nothing moves. The message is shown for its display
 * time (spec section 9). Its text then stays in the status region, for people who read with a screen reader; that of a failure also
 * stays visible until it is closed, unless `isShownElsewhere` (WCAG 2.2.1). A message that comes while a dialog is open is announced
 * there and shown here once the dialog is closed; its display time starts when it comes.
 *
 * @example
 * <main>
 *   {children}
 *   <Notification />
 * </main>
 */
export function Notification() {
  const isCovered = useIsDialogOpen();
  const last = useNotificationContext().notifications.at(-1);
  const [origin, setOrigin] = useState({ last, isOfDialog: false });
  if (origin.last !== last) setOrigin({ last, isOfDialog: isCovered });
  const { hasLeft, box } = useDisplayTime(last);
  const isHidden = isCovered && origin.isOfDialog;
  const stays = last?.type === 'error' && !last.notificationOptions?.isShownElsewhere;

  return (
    <div className={`${styles.pageStrip} screen-only`}>
      <Message
        box={box}
        message={isHidden ? undefined : last}
        look={hasLeft && !stays ? 'visually-hidden' : styles.message}
        isAnnounced={origin.isOfDialog}
        isClosable={hasLeft && stays}
        action={hasLeft ? undefined : actionOf(last)}
      />
    </div>
  );
}

/**
 * The last message of `notify` since the surrounding dialog was opened, for its display time in a strip above the buttons. Every
 * dialog has one: it counts the dialog as open.
 *
 * @example
 * <MuiDialog open>
 *   <DialogContent>{children}</DialogContent>
 *   <DialogNotification />
 *   <DialogActions>{actions}</DialogActions>
 * </MuiDialog>
 */
export function DialogNotification() {
  const [, setCount] = useOpenDialogs();
  useEffect(() => {
    setCount((count) => count + 1);
    return () => setCount((count) => count - 1);
  }, [setCount]);

  const last = useNotificationContext().notifications.at(-1);
  const [before] = useState(last);
  const { hasLeft, box } = useDisplayTime(last);
  return (
    <div className={styles.dialogStrip}>
      <Message
        box={box}
        message={last === before ? undefined : last}
        look={hasLeft ? 'visually-hidden' : styles.message}
      />
    </div>
  );
}

/** The action of `notify(…, { action })`, such as to undo a change; offered during the message's display time. */
export interface MessageAction {
  readonly label: StaffTextKey;
  readonly onClick: () => void;
}

const actionOf = (message: NotificationPayload | undefined) =>
  message?.notificationOptions?.action as MessageAction | undefined;

/**
 * Whether the display time of a message is over. One with an action stays while the pointer is over it or a keyboard user is in
 * it (WCAG 2.2.1).
 */
function useDisplayTime(message: NotificationPayload | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<NotificationPayload>();

  useEffect(() => {
    const leave = () => setLeft(message);
    const displayTime = message?.notificationOptions?.autoHideDuration ?? TOASTS.usual;
    let timer = setTimeout(leave, displayTime);
    const pause = () => clearTimeout(timer);
    const element = box.current;
    if (!actionOf(message) || !element) return pause;
    const resume = () => {
      pause();
      if (!isInUse(element)) timer = setTimeout(leave, displayTime);
    };
    // The pointer may lie where it appears, and its action gets the focus.
    if (isInUse(element)) pause();
    for (const type of PAUSE_EVENTS) element.addEventListener(type, resume);
    return () => {
      pause();
      for (const type of PAUSE_EVENTS) element.removeEventListener(type, resume);
    };
  }, [message]);

  return { hasLeft: message === left, box };
}

const PAUSE_EVENTS = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
/** Whether the pointer is over a message, or the focus visibly in it; the focus after a click does not count. */
const isInUse = (box: Element) =>
  box.matches(':hover') || box.querySelector(':focus-visible') !== null;

interface Props {
  message: NotificationPayload | undefined;
  look: string | undefined;
  box: RefObject<HTMLDivElement | null>;
  /** Its source has announced it to screen readers; `notify(…, { isAnnounced: true })` means the same. */
  isAnnounced?: boolean;
  isClosable?: boolean;
  action?: MessageAction | undefined;
}

function Message({ message, look, box, isAnnounced = false, isClosable = false, action }: Props) {
  const t = useStaffT();
  const translate = useTranslate();
  const { notifications, resetNotifications } = useNotificationContext();
  const { isAnnounced: isByCaller, more, messageArgs } = message?.notificationOptions ?? {};
  const wasAnnounced = isAnnounced || isByCaller === true;
  const moreText = typeof more === 'string' && ` ${translate(more, { _: more })}`;
  // A new node for each message, as screen readers would announce the same text only once.
  const text = typeof message?.message === 'string' && (
    <Fragment key={notifications.length}>
      <span>{translate(message.message, messageArgs)}</span>
      {moreText && <span className={styles.more}>{moreText}</span>}
    </Fragment>
  );

  const close = (event: MouseEvent) => {
    // The button disappears: the focus moves to the main element or the dialog.
    const around = event.currentTarget.closest<HTMLElement>('[tabindex="-1"]');
    around?.focus({ preventScroll: true });
    resetNotifications();
  };

  const actionButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // So that keyboard users reach it before the message disappears.
    if (action) actionButton.current?.focus({ preventScroll: true });
  }, [action]);

  return (
    <div
      ref={box}
      className={message && look}
      data-type={message?.type}
    >
      {/* Mounts before its text, as screen readers announce only changes. */}
      <p role="status" className={styles.text}>
        {!wasAnnounced && text}
      </p>
      {wasAnnounced && <p className={styles.text}>{text}</p>}
      {action && (
        <button
          ref={actionButton}
          type="button"
          className={styles.action}
          onClick={() => {
            resetNotifications();
            action.onClick();
          }}
        >
          {t(action.label)}
        </button>
      )}
      {message && isClosable && (
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
