import { useState } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import { useDraftStore } from '../../../referralForm/DraftProvider';
import { ReferralForm } from '../../../referralForm/ReferralForm';
import { StatusMessage } from '../../../shared/Message';
import { CloseButton, Dialog, useMutationNotifications } from '../../../admin';
import styles from './ReferralDialogs.module.css';

/**
 * The referral form of the public page as a dialog (spec section 2). What was entered when a session ended is there again
 * for the same person; closing the dialog gives it up, unless it is being sent: then it goes once it has arrived.
 */
export function AddReferralDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const news = useMutationNotifications({
    done: 'referralForm.added',
    failed: 'addReferral.failed',
  });
  const keeper = useDraftStore('staff');
  const [isRestored] = useState(() => keeper.read() !== null);
  const [hasInput, setHasInput] = useState(false);

  const close = () => {
    if (hasInput) keeper.save(null);
    onClose();
  };

  return (
    <Dialog
      title={t('addReferral.title')}
      onClose={close}
      hasInput={hasInput}
      actions={<CloseButton />}
    >
      <div className={styles.parts}>
        <StatusMessage variant="note">{isRestored && t('addReferral.restored')}</StatusMessage>
        <ReferralForm
          mode="staff"
          onDone={() => {
            news.tell();
            close();
          }}
          onInput={setHasInput}
          onOutcome={(wasAdded) => (wasAdded ? news.succeed() : news.fail())}
        />
      </div>
    </Dialog>
  );
}
