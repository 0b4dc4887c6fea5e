import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import styles from './DialogFrame.module.css';

interface Props {
  title: string;
  /** What came of the buttons, always in sight above them. */
  outcome?: ReactNode;
  /** The buttons at the bottom. */
  actions: ReactNode;
  onClose: () => void;
  /** Something was typed: then a click beside the dialog does not throw it away. */
  hasInput?: boolean;
  children: ReactNode;
}

/** A dialog on a referral: its title, what is in it, and its buttons. The focus returns to where it was. */
export function DialogFrame({ title, outcome, actions, onClose, hasInput, children }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
      onClose={(_event, reason) => {
        if (reason === 'backdropClick' && hasInput) return;
        onClose();
      }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      {/* Can take the focus, so that a long note scrolls by keyboard. */}
      <DialogContent dividers tabIndex={0}>
        {children}
      </DialogContent>
      <div className={styles.outcome}>{outcome}</div>
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}
