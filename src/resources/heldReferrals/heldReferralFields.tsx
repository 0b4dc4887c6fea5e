/** The fields of a held referral and the buttons on it, from RecordContext. */
import { useNotify, useRecordContext, useRefresh } from 'react-admin';
import { HOLD_REASONS } from '../../../contract/staffConstants';
import { RowButton, RowTitle, useOpenDialog, useSingleMutation } from '../../admin';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { useErrorText } from '../../ui/useErrorText';
import styles from './HeldReferralList.module.css';

export const nameOf = ({ first_name, last_name }: HeldReferralRecord) =>
  `${first_name} ${last_name}`;

export function NameField() {
  const referral = useRecordContext<HeldReferralRecord>();
  return referral && <RowTitle>{nameOf(referral)}</RowTitle>;
}

/** Why the server holds the referral; a general text for a reason that this build does not know. */
export function HoldReasonField() {
  const t = useStaffT();
  const reason = useRecordContext<HeldReferralRecord>()?.hold_reason;
  return <span>{t(`held.${HOLD_REASONS.find((known) => known === reason) ?? 'other'}`)}</span>;
}

/** Buttons that open the details, release the referral, or ask whether to delete it. */
export function ActionsField() {
  const t = useStaffT();
  const referral = useRecordContext<HeldReferralRecord>();
  const openDialog = useOpenDialog();
  const { release, isBusy } = useRelease(referral);
  if (!referral) return null;
  return (
    <div className={styles.buttons}>
      <RowButton aria-haspopup="dialog" onClick={() => openDialog('details', referral)}>
        {t('held.details')}
      </RowButton>
      <RowButton
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={release}
      >
        {t('held.release')}
      </RowButton>
      <RowButton aria-haspopup="dialog" onClick={() => openDialog('delete', referral)}>
        {t('held.delete')}
      </RowButton>
    </div>
  );
}

const DETAILS: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'held.gone' };

/**
 * Moves a held referral to the ordinary list, without a question, and notifies of the outcome.
 * @param onReleased called before the notification
 */
export function useRelease(referral: HeldReferralRecord | undefined, onReleased?: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText<StaffTextKey>({ details: DETAILS });

  const { start, isBusy, isDone } = useSingleMutation<HeldReferralRecord>({
    send: (provider, record) => provider.release(record),
    onDone: () => {
      onReleased?.();
      const messageArgs = { name: referral && nameOf(referral) };
      notify('held.released', { type: 'success', messageArgs });
      refresh();
    },
    onFailed: (error) => {
      notify('held.notReleased', { type: 'error', more: errorText(error) });
    },
  });

  return { release: () => referral && start(referral), isBusy: isBusy || isDone };
}
