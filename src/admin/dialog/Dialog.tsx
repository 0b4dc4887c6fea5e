import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Elements } from '../../app/elements';
import { useStaffT } from '../../i18n/useStaffT';
import { useReconnectingText } from '../../session/SessionStatus';
import { Button } from '../../ui/Button';
import { useLeaveWarning } from '../../ui/useLeaveWarning';
import { DialogNotification } from '../layout/Notification';
import { PrintedBy } from '../layout/PrintedBy';
import styles from './Dialog.module.css';

interface Props {
  title: string;
  /** The outcome of the actions, always visible above them. */
  outcome?: Elements;
  /** The buttons at the bottom. */
  actions: Elements;
  /** Less frequent buttons beside them; on a phone above them. */
  moreActions?: Elements;
  /** Beside the title. */
  headerActions?: Elements;
  /** Between title and content; stays in sight where the window is wide. */
  banner?: Elements;
  onClose: () => void;
  /** Whether closing would lose input: then it asks first. */
  hasInput?: boolean;
  /** `sm` for a question or a few fields, `md` for a record, `lg` for one in two columns, which fills a narrow window. */
  width?: 'sm' | 'md' | 'lg';
  /** For a question: the content is read out together with the title. */
  role?: 'alertdialog';
  children: Elements;
}

/** Leaves the dialog, after asking if that would discard input: closes it, or calls `instead` if given. */
type Leave = (instead?: () => void) => void;

const LeaveContext = createContext<Leave | null>(null);

/**
 * MUI's dialog with title, content and actions. Escape closes it, and the focus returns to where it was.
 *
 * @example
 * <Dialog title={t('addReferral.title')} onClose={onClose} hasInput={hasInput} actions={<CloseButton />}>
 *   <ReferralForm mode="staff" onInput={setHasInput} onDone={onClose} onOutcome={onOutcome} />
 * </Dialog>
 */
export function Dialog(props: Props) {
  const {
    title,
    outcome,
    actions,
    moreActions,
    headerActions,
    banner,
    onClose,
    hasInput = false,
    width = 'md',
    role,
    children,
  } = props;
  const id = useId();
  const reconnecting = useReconnectingText();
  const closing = useDiscardQuestion(hasInput, onClose);
  const heading = <DialogTitle id={id}>{title}</DialogTitle>;

  return (
    <MuiDialog
      open
      fullWidth
      maxWidth={width}
      role={role}
      aria-labelledby={id}
      aria-describedby={role && `${id}-content`}
      slotProps={width === 'lg' ? WIDE : undefined}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' && hasInput) return;
        closing.leave();
      }}
    >
      <LeaveContext value={closing.leave}>
        {headerActions ? (
          <div className={styles.head}>
            {heading}
            <div className={styles.headerActions}>{headerActions}</div>
          </div>
        ) : (
          heading
        )}
        <PrintedBy />
        {banner}
        {/* Focusable, so that long content scrolls by keyboard. */}
        <DialogContent id={`${id}-content`} dividers tabIndex={0}>
          {children}
        </DialogContent>
        {/* SessionStatus shows it above the dialog, where MUI hides it from screen readers. */}
        <p role="status" className="visually-hidden">
          {reconnecting}
        </p>
        <div className={styles.outcome}>{outcome}</div>
        <div className={styles.messages}>
          <DialogNotification />
        </div>
        {closing.isAsking && (
          <DialogActions disableSpacing className={styles.actions}>
            <DiscardQuestion onDiscard={closing.discard} onKeep={closing.keep} />
          </DialogActions>
        )}
        <div className={moreActions ? styles.footer : undefined}>
          {moreActions && (
            <DialogActions disableSpacing className={styles.more} hidden={closing.isAsking}>
              {moreActions}
            </DialogActions>
          )}
          <DialogActions disableSpacing className={styles.actions} hidden={closing.isAsking}>
            {actions}
          </DialogActions>
        </div>
      </LeaveContext>
    </MuiDialog>
  );
}

const WIDE = { paper: { className: styles.wide } } as const;

/**
 * Returns a function that leaves the surrounding dialog, after asking if that would discard input.
 *
 * @example
 * const leave = useLeaveDialog();
 * return <Button onClick={() => leave(openNext)}>{t('record.next')}</Button>;
 */
export function useLeaveDialog(): Leave {
  const leave = useContext(LeaveContext);
  if (!leave) throw new Error('useLeaveDialog outside Dialog');
  return leave;
}

/**
 * Closes its dialog.
 *
 * @example
 * <Dialog title={t('note.title')} onClose={onClose} actions={<CloseButton />}>…</Dialog>
 */
export function CloseButton({ children }: { children?: ReactNode }) {
  const t = useStaffT();
  const leave = useLeaveDialog();
  return (
    <Button variant="secondary" onClick={() => leave()}>
      {children ?? t('app.close')}
    </Button>
  );
}

/**
 * Returns a key handler that runs an action on Escape, and keeps a surrounding dialog from closing.
 *
 * @example
 * <input type="search" value={text} onKeyDown={text === '' ? undefined : onEscape(clear)} />
 */
export function onEscape(action: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}

/**
 * Asks before a dialog discards input. Another request to close, such as Escape, means to continue editing.
 * @param hasInput whether closing would lose input
 */
function useDiscardQuestion(hasInput: boolean, onClose: () => void) {
  /** What to do once the input is discarded; null while the question is not shown. */
  const [asked, setAsked] = useState<{ readonly instead: () => void } | null>(null);
  const isAsking = asked !== null;
  const wasAt = useRef<Element | null>(null);
  useLeaveWarning(hasInput);
  // The input has been saved since.
  if (isAsking && !hasInput) setAsked(null);

  useEffect(() => {
    // The element was hidden during the question and can take the focus only now.
    if (!isAsking && wasAt.current instanceof HTMLElement) wasAt.current.focus();
  }, [isAsking]);

  const keep = () => setAsked(null);
  const leave: Leave = (instead = onClose) => {
    if (!hasInput) return instead();
    if (isAsking) return keep();
    wasAt.current = document.activeElement;
    setAsked({ instead });
  };

  return { isAsking, leave, keep, discard: () => asked?.instead() };
}

interface DiscardQuestionProps {
  onDiscard: () => void;
  onKeep: () => void;
}

/** Replaces a dialog's actions to ask whether the input may be discarded. */
function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  const t = useStaffT();
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => keepButton.current?.focus(), []);

  return (
    <>
      <p role="alert" className={styles.question}>
        {t('dialog.discardQuestion')}
      </p>
      <Button ref={keepButton} onClick={onKeep}>
        {t('dialog.keep')}
      </Button>
      <Button variant="secondary" onClick={onDiscard}>
        {t('dialog.discard')}
      </Button>
    </>
  );
}
