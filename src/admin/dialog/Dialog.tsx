import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useReconnectingText } from '../../shared/session/useReconnectingText';
import styles from './Dialog.module.css';
import { DiscardQuestion } from './DiscardQuestion';
import { DialogNotification } from '../layout/Notification';
import { useRegisterDialog } from './OpenDialogs';
import { useDiscardQuestion } from './useDiscardQuestion';

interface Props {
  title: string;
  /** What came of the buttons, always in sight above them. */
  outcome?: ReactNode;
  /** The buttons at the bottom. */
  actions: ReactNode;
  onClose: () => void;
  /** Something was entered that closing would lose: then closing asks first. */
  hasInput?: boolean;
  /** `sm` for a question or a few fields, `md` for what is read. */
  width?: 'sm' | 'md';
  children: ReactNode;
}

const CloseContext = createContext<(() => void) | null>(null);

/**
 * A dialog of the signed-in app: its title, what is in it, and its buttons. Escape closes it, and the focus returns to
 * where it was.
 */
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
      {/* Can take the focus, so that what is long scrolls by keyboard. */}
      <DialogContent dividers tabIndex={0}>
        {children}
      </DialogContent>
      {/* In sight it stands above the dialog (SessionStatus), where MUI hides it from screen readers meanwhile. */}
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

/** Closes the dialog it stands in. */
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
