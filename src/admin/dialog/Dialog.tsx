import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useReconnectingText } from '../../shared/session/SessionStatus';
import styles from './Dialog.module.css';
import { DiscardQuestion } from './DiscardQuestion';
import { DialogNotification } from '../layout/Notification';
import { useRegisterDialog } from './OpenDialogs';
import { useDiscardQuestion } from './useDiscardQuestion';

interface Props {
  title: string;
  /** The outcome of the actions, always visible above them. */
  outcome?: ReactNode;
  /** The buttons at the bottom. */
  actions: ReactNode;
  onClose: () => void;
  /** Whether closing would lose input: then it asks first. */
  hasInput?: boolean;
  /** `sm` for a question or a few fields, `md` for a record. */
  width?: 'sm' | 'md';
  children: ReactNode;
}

const CloseContext = createContext<(() => void) | null>(null);

/** MUI's dialog with title, content and actions. Escape closes it, and the focus returns to where it was. */
export function Dialog(props: Props) {
  const { title, outcome, actions, onClose, hasInput = false, width = 'md', children } = props;
  const id = useId();
  const reconnecting = useReconnectingText();
  const closing = useDiscardQuestion(hasInput, onClose);
  useRegisterDialog();

  return (
    <MuiDialog
      open
      fullWidth
      maxWidth={width}
      aria-labelledby={id}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' && hasInput) return;
        closing.request();
      }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      {/* Focusable, so that long content scrolls by keyboard. */}
      <DialogContent dividers tabIndex={0}>
        {children}
      </DialogContent>
      {/* SessionStatus shows it above the dialog, where MUI hides it from screen readers. */}
      <p role="status" className="visually-hidden">
        {reconnecting}
      </p>
      <div className={styles.outcome}>
        {outcome}
        <DialogNotification />
      </div>
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
  if (!close) throw new Error('CloseButton outside DialogFrame');
  return (
    <Button variant="secondary" onClick={close}>
      {children ?? t('app.close')}
    </Button>
  );
}
