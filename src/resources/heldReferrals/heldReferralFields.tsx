/** The fields of a held referral and the buttons on it, from RecordContext. */
import { useRecordContext } from 'react-admin';
import { HOLD_REASONS } from '../../../contract/constants';
import { RowButton, RowTitle, useOpenDialog } from '../../admin';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './HeldReferralList.module.css';
import { nameOf, useRelease } from './useRelease';

export function NameField() {
  const referral = useRecordContext<HeldReferralRecord>();
  return referral && <RowTitle>{nameOf(referral)}</RowTitle>;
}

/** Why the server holds the referral; a general text for a reason that this build does not know. */
export function HoldReasonField() {
  const t = useStaffT();
  const reason = useRecordContext<HeldReferralRecord>()?.suspected;
  return t(`suspected.${HOLD_REASONS.find((known) => known === reason) ?? 'other'}`);
}

/** Opens the details, releases the referral, or opens the question whether to delete it. */
export function ActionsField() {
  const t = useStaffT();
  const referral = useRecordContext<HeldReferralRecord>();
  const openDialog = useOpenDialog();
  const { release, isBusy } = useRelease(referral);
  if (!referral) return null;
  return (
    <div className={styles.buttons}>
      <RowButton aria-haspopup="dialog" onClick={() => openDialog('details', referral)}>
        {t('suspected.details')}
      </RowButton>
      <RowButton
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={release}
      >
        {t('suspected.release')}
      </RowButton>
      <RowButton aria-haspopup="dialog" onClick={() => openDialog('delete', referral)}>
        {t('suspected.delete')}
      </RowButton>
    </div>
  );
}
