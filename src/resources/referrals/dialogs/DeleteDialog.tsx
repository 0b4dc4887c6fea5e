import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { CloseButton, DialogFrame } from '../../../staff/DialogFrame';
import { useWrite } from '../../../staff/useWrite';
import { WriteOutcome } from '../../../staff/WriteOutcome';
import { GONE } from '../referralTexts';
import type { ReferralDialogProps } from './ReferralDialog';
import styles from './StatusDialog.module.css';

/** Asks before a referral is deleted (spec section 2, "Dialogs on referrals"), and says whose it is. */
export function DeleteDialog({ referral, onClose }: ReferralDialogProps) {
  const t = useStaffT();
  const write = useWrite<void>({
    send: (provider) => provider.delete('referrals', { id: referral.id, previousData: referral }),
    done: 'deleteDialog.done',
    failed: 'deleteDialog.failed',
    onDone: onClose,
  });
  const actions = (
    <>
      {/* What is under way is not stopped by closing. */}
      <CloseButton>{t(write.isBusy || write.isDone ? 'app.close' : 'deleteDialog.no')}</CloseButton>
      <Button look="danger" busy={write.isBusy || write.isDone} onClick={() => write.start()}>
        {t('deleteDialog.yes')}
      </Button>
    </>
  );

  return (
    <DialogFrame
      title={t('deleteDialog.title')}
      width="sm"
      onClose={onClose}
      outcome={<WriteOutcome write={write} onTryAgain={() => write.start()} details={GONE} />}
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
    </DialogFrame>
  );
}
