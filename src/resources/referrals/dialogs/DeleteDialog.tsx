import { useState } from 'react';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { useConflict } from '../../../admin/dialog/useConflict';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import { GONE } from '../referralTexts';
import { ReferralConflictNote } from './ReferralConflictNote';
import type { ReferralDialogProps } from './ReferralDialog';
import styles from './StatusDialog.module.css';

/** Asks before a referral is deleted (spec section 2, "Dialogs on referrals"), and says whose it is. */
export function DeleteDialog({ referral: inList, onClose }: ReferralDialogProps) {
  const t = useStaffT();
  // As it was when the question was asked, not as a list read meanwhile has it: that is what was decided by.
  const [referral, setReferral] = useState(inList);
  const write = useDialogMutation<void>({
    send: (provider) => provider.delete('referrals', { id: referral.id, previousData: referral }),
    done: 'deleteDialog.done',
    failed: 'deleteDialog.failed',
    onDone: onClose,
  });
  const conflict = useConflict<ReferralRecord>({
    error: write.error,
    read: (provider) => provider.readReferral(referral),
    learn: setReferral,
  });
  const start = () => {
    conflict.begin(referral);
    write.start();
  };
  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={start}
      details={GONE}
      conflict={
        conflict.state && (
          <ReferralConflictNote
            state={conflict.state}
            before={conflict.before}
            now={referral}
            onReadAgain={conflict.readAgain}
          />
        )
      }
    />
  );
  const actions = (
    <>
      {/* What is under way is not stopped by closing. */}
      <CloseButton>{t(write.isBusy || write.isDone ? 'app.close' : 'deleteDialog.no')}</CloseButton>
      <Button variant="danger" busy={write.isBusy || write.isDone} onClick={start}>
        {t('deleteDialog.yes')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('deleteDialog.title')}
      width="sm"
      onClose={onClose}
      outcome={outcome}
      actions={actions}
    >
      <div className={styles.part}>
        <p className={styles.value}>{t('deleteDialog.question')}</p>
        <p className={styles.value}>
          <strong>
            {referral.first_name} {referral.last_name}
          </strong>
          <br />
          {referral.site.label}, <span className={styles.code}>{referral.tracking_id}</span>
        </p>
        {referral.has_account && <p className={styles.value}>{t('deleteDialog.login')}</p>}
      </div>
    </Dialog>
  );
}
