import { useNotify, useRefresh } from 'react-admin';
import { useSingleMutation } from '../../admin';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useErrorText } from '../../shared/useErrorText';

const DETAILS: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'suspected.gone' };

export const nameOf = ({ first_name, last_name }: HeldReferralRecord) =>
  `${first_name} ${last_name}`;

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
      notify('suspected.released', { type: 'success', messageArgs });
      refresh();
    },
    onFailed: (error) => {
      const reason = errorText(error);
      const text = reason ? 'suspected.notReleasedFor' : 'suspected.notReleased';
      notify(text, { type: 'error', messageArgs: { reason } });
    },
  });

  return { release: () => referral && start(referral), isBusy: isBusy || isDone };
}
