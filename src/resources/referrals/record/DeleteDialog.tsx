import { useState } from 'react';
import { Confirm, type RowDialogProps, useConflict, useDialogMutation } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { HeldReferralRecord } from '../../../dataProvider/heldReferrals';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useSiteName } from '../../../i18n/useSiteName';
import { useStaffT } from '../../../i18n/useStaffT';
import { useForgetAddedReferral } from '../duplicates/addedReferral';
import styles from '../ReferralDialogs.module.css';
import { nameOf } from '../referralFields';
import { GONE } from '../refusals';
import { useDeleteReason } from './DeleteReasonInputs';
import { ReferralConflictNotice } from './ReferralConflictNotice';

interface Props extends RowDialogProps<ReferralRecord> {
  /** Called instead of `onClose` once the referral is deleted. */
  readonly onDeleted?: () => void;
}

/** Asks before a referral is deleted (spec section 2, "Dialogs on referrals"), and names the person. */
export function DeleteDialog({ record, onClose, onDeleted = onClose }: Props) {
  const t = useStaffT();
  const siteName = useSiteName();
  const forgetAdded = useForgetAddedReferral();
  // The version that the person decides about, not one that the list has fetched since.
  const [referral, setReferral] = useState(record);
  const { hold_reason } = record as Partial<HeldReferralRecord>;
  const reason = useDeleteReason(hold_reason ? 'spam' : '');
  const mutation = useDialogMutation<void>({
    send: async (provider) => {
      await provider.delete(RESOURCES.referrals, {
        id: referral.id,
        previousData: referral,
        meta: reason.meta,
      });
      forgetAdded(referral.id);
    },
    done: 'deleteDialog.done',
    failed: 'deleteDialog.failed',
    onDone: onDeleted,
  });
  const conflict = useConflict<ReferralRecord>({
    error: mutation.error,
    read: (provider) => provider.readReferral(referral),
    onRead: setReferral,
  });
  const onConfirm = () => {
    if (!reason.check()) return;
    conflict.setBase(referral);
    mutation.start();
  };

  return (
    <Confirm
      title="deleteDialog.title"
      confirm="deleteDialog.yes"
      cancel="deleteDialog.no"
      confirmColor="danger"
      mutation={mutation}
      onConfirm={onConfirm}
      onClose={onClose}
      details={GONE}
      conflict={conflict.state && <ReferralConflictNotice conflict={conflict} now={referral} />}
    >
      <div className={styles.part}>
        <p className={styles.value}>{t('deleteDialog.question')}</p>
        <p className={styles.value}>
          <strong>
            <bdi>{nameOf(referral)}</bdi>
          </strong>
          <br />
          <bdi>{siteName(referral.site.label)}</bdi>,{' '}
          <span className={styles.code}>{referral.tracking_id}</span>
        </p>
        {reason.inputs}
        {referral.has_account && <p className={styles.value}>{t('deleteDialog.login')}</p>}
      </div>
    </Confirm>
  );
}
