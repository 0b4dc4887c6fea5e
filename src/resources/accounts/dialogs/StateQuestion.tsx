import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import type { useDialogMutation } from '../../../admin/dialog/useDialogMutation';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import { DETAILS } from '../accountRefusals';
import type { AccountDialogProps } from './AccountDialog';
import styles from './StateQuestion.module.css';

interface Props extends AccountDialogProps {
  question: string;
  hint: string;
  /** What the button says that does it. */
  yes: string;
  write: ReturnType<typeof useDialogMutation<void>>;
}

/** Asks before an account is shut out or let in (spec section 2, "Account List page"), and says whose it is. */
export function StateQuestion({ account, question, hint, yes, write, onClose }: Props) {
  const t = useStaffT();
  const isUnderWay = write.isBusy || write.isDone;
  const send = () => write.start();
  const actions = (
    <>
      {/* What is under way is not stopped by closing. */}
      <CloseButton>{t(isUnderWay ? 'app.close' : 'accountState.notNow')}</CloseButton>
      <Button busy={isUnderWay} onClick={send}>
        {yes}
      </Button>
    </>
  );

  return (
    <Dialog
      title={question}
      width="sm"
      onClose={onClose}
      outcome={<MutationStatus write={write} onTryAgain={send} details={DETAILS} saysDetail />}
      actions={actions}
    >
      <div className={styles.question}>
        <p>
          <strong>{account.fullname}</strong>
          <br />
          {account.username}
        </p>
        <p>{hint}</p>
      </div>
    </Dialog>
  );
}
