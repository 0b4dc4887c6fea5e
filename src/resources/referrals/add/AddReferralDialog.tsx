import { type KeyboardEvent, useState } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import { useDraftStore } from '../../../referralForm/DraftProvider';
import { ReferralForm } from '../../../referralForm/ReferralForm';
import { StatusMessage } from '../../../ui/Message';
import { CloseButton, Dialog, submitOnEnter, useMutationNotifications } from '../../../admin';
import { useRememberAddedReferral } from '../duplicates/addedReferral';
import styles from '../ReferralDialogs.module.css';

/**
 * The referral form of the public page as a dialog (spec section 2). Input of a session that ended is restored for the same person.
 * Closing the dialog discards it, unless it is being sent: then it is discarded after a success.
 */
export function AddReferralDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const notifications = useMutationNotifications();
  const rememberAdded = useRememberAddedReferral();
  const drafts = useDraftStore('staff');
  const [isRestored] = useState(() => drafts.read() !== null);
  const [hasInput, setHasInput] = useState(false);

  const close = () => {
    if (hasInput) drafts.save(null);
    onClose();
  };

  return (
    <Dialog
      title={t('addReferral.title')}
      onClose={close}
      hasInput={hasInput}
      actions={<CloseButton />}
    >
      <div role="presentation" className={styles.parts} onKeyDown={fileOnEnter}>
        <StatusMessage variant="note">{isRestored && t('addReferral.restored')}</StatusMessage>
        <ReferralForm
          mode="staff"
          onDone={() => {
            notifications.showOnPage();
            close();
          }}
          onInput={setHasInput}
          onOutcome={(wasAdded, answer) => {
            if (!wasAdded) return notifications.fail('addReferral.failed');
            rememberAdded(answer);
            notifications.succeed('referralForm.added');
          }}
        />
      </div>
    </Dialog>
  );
}

/** Files the referral by Ctrl+Enter in the notes, as it saves in an open record. Enter in a select chooses, and files nothing. */
function fileOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLTextAreaElement) submitOnEnter(event);
}
