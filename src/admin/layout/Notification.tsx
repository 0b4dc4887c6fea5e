import CloseIcon from '@mui/icons-material/Close';
import { Fragment, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { TOASTS } from '../../../contract/staffConstants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './Notification.module.css';
import { useIsDialogOpen, useOpenDialogs } from './openDialogs';

/**
 * The last message of `notify`, with the text of its option `more`, as a toast over the top of the page for its display time
 * (spec section 9). Its text then stays in the status region, for people who read with a screen reader; that of a failure also
 * stays visible at the end of the page until it is closed, unless `isShownElsewhere` (WCAG 2.2.1). A message that comes while a
 * dialog is open is announced there and shown here once the dialog is closed; its display time starts when it comes.
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
  const look = stays ? styles.atEnd : 'visually-hidden';

  return (
    <div className={hasLeft || isHidden ? undefined : styles.lane}>
      <Message
        box={box}
        message={isHidden ? undefined : last}
        look={hasLeft ? look : styles.inFront}
        isAnnounced={origin.isOfDialog}
        isClosable={hasLeft && stays}
        action={hasLeft ? undefined : actionOf(last)}
      />
    </div>
  );
}

/**
 * The last message of `notify` since the surrounding dialog was opened, over its title for its display time. Every dialog has
 * one: it counts the dialog as open.
 *
 * @example
 * <MuiDialog open>
 *   <DialogContent>{children}</DialogContent>
 *   <DialogNotification />
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
    <Message
      box={box}
      message={last === before ? undefined : last}
      look={hasLeft ? 'visually-hidden' : styles.inDialog}
    />
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
 * Whether a message has disappeared: after its display time, or as soon as an element under it gets the focus. One with an
 * action stays for its display time, and while the pointer is over it or a keyboard user is in it (WCAG 2.2.1).
 */
function useDisplayTime(message: NotificationPayload | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<NotificationPayload>();

  useEffect(() => {
    const leave = () => setLeft(message);
    const displayTime = message?.notificationOptions?.autoHideDuration ?? TOASTS.usual;
    let timer = setTimeout(leave, displayTime);
    const element = box.current;
    if (actionOf(message) && element) {
      const pause = () => clearTimeout(timer);
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
    }
    const leaveIfCovering = ({ target }: FocusEvent) => {
      if (box.current && target instanceof Element && covers(box.current, target)) leave();
    };
    document.addEventListener('focusin', leaveIfCovering);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', leaveIfCovering);
    };
  }, [message]);

  return { hasLeft: message === left, box };
}

const PAUSE_EVENTS = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
/** Whether the pointer is over a message, or the focus visibly in it; the focus after a click does not count. */
const isInUse = (box: Element) =>
  box.matches(':hover') || box.querySelector(':focus-visible') !== null;

/**
 * Whether a message lies over another element. It does not cover the page or dialog around it, which a click beside the
 * controls focuses, nor a dialog over the page, which hides the message from screen readers.
 */
function covers(box: Element, other: Element): boolean {
  if (other.contains(box) || box.closest('[aria-hidden="true"]')) return false;
  const [a, b] = [box.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

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
      data-has-action={action ? '' : undefined}
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
