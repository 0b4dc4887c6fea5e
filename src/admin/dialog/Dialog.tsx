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
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useReconnectingText } from '../../shared/session/SessionStatus';
import { useLeaveWarning } from '../../shared/useLeaveWarning';
import { DialogNotification } from '../layout/Notification';
import styles from './Dialog.module.css';

interface Props {
  title: string;
  /** The outcome of the actions, always visible above them. */
  outcome?: ReactNode;
  /** The buttons at the bottom. */
  actions: ReactNode;
  onClose: () => void;
  /** Whether closing would lose input: then it asks first. */
  hasInput?: boolean;
  /** `sm` for a question or a few fields, `md` for a record, `lg` for several side by side. */
  width?: 'sm' | 'md' | 'lg';
  /** For a question: the content is read out together with the title. */
  role?: 'alertdialog';
  children: ReactNode;
}

const CloseContext = createContext<(() => void) | null>(null);

/** MUI's dialog with title, content and actions. Escape closes it, and the focus returns to where it was. */
export function Dialog(props: Props) {
  const {
    title,
    outcome,
    actions,
    onClose,
    hasInput = false,
    width = 'md',
    role,
    children,
  } = props;
  const id = useId();
  const reconnecting = useReconnectingText();
  const closing = useDiscardQuestion(hasInput, onClose);

  return (
    <MuiDialog
      open
      fullWidth
      maxWidth={width}
      role={role}
      aria-labelledby={id}
      aria-describedby={role && `${id}-content`}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' && hasInput) return;
        closing.request();
      }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      {/* Focusable, so that long content scrolls by keyboard. */}
      <DialogContent id={`${id}-content`} dividers tabIndex={0}>
        {children}
      </DialogContent>
      {/* SessionStatus shows it above the dialog, where MUI hides it from screen readers. */}
      <p role="status" className="visually-hidden">
        {reconnecting}
      </p>
      <DialogNotification />
      <div className={styles.outcome}>{outcome}</div>
      {closing.isAsking && (
        <DialogActions disableSpacing className={styles.actions}>
          <DiscardQuestion onDiscard={onClose} onKeep={closing.keep} />
        </DialogActions>
      )}
      <DialogActions disableSpacing className={styles.actions} hidden={closing.isAsking}>
        <CloseContext value={closing.request}>{actions}</CloseContext>
      </DialogActions>
    </MuiDialog>
  );
}

/** Closes its dialog. */
export function CloseButton({ children }: { children?: ReactNode }) {
  const t = useStaffT();
  const close = useContext(CloseContext);
  if (!close) throw new Error('CloseButton outside Dialog');
  return (
    <Button variant="secondary" onClick={close}>
      {children ?? t('app.close')}
    </Button>
  );
}

/** Handles Escape in an element of a dialog, which would close the dialog as well. */
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
  const [isAsking, setAsking] = useState(false);
  const wasAt = useRef<Element | null>(null);
  useLeaveWarning(hasInput);
  // The input has been saved since.
  if (isAsking && !hasInput) setAsking(false);

  useEffect(() => {
    // The element was hidden during the question and can take the focus only now.
    if (!isAsking && wasAt.current instanceof HTMLElement) wasAt.current.focus();
  }, [isAsking]);

  const keep = () => setAsking(false);
  const request = () => {
    if (!hasInput) return onClose();
    if (isAsking) return keep();
    wasAt.current = document.activeElement;
    setAsking(true);
  };

  return { isAsking, request, keep };
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
      <Button variant="secondary" onClick={onDiscard}>
        {t('dialog.discard')}
      </Button>
      <Button ref={keepButton} onClick={onKeep}>
        {t('dialog.keep')}
      </Button>
    </>
  );
}
