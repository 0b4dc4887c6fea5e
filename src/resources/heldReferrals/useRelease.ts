import { useCallback } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useErrorText } from '../../shared/useErrorText';
import { useSingleMutation } from '../../admin/dialog/useSingleMutation';

const DETAILS: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'suspected.gone' };

export const nameOf = ({ first_name, last_name }: HeldReferralRecord) =>
  `${first_name} ${last_name}`;

/** Says that one is in the ordinary list now, and has the rows fetched afresh. */
export function useTellReleased(): (referral: HeldReferralRecord) => void {
  const notify = useNotify();
  const refresh = useRefresh();
  return useCallback(
    (referral) => {
      const messageArgs = { name: nameOf(referral) };
      notify('suspected.released', { type: 'success', messageArgs });
      refresh();
    },
    [notify, refresh],
  );
}

/**
 * Moves one referral to the ordinary list, at one click; why it could not be is said.
 * @param onReleased what follows
 */
export function useRelease(
  referral: HeldReferralRecord,
  onReleased: (referral: HeldReferralRecord) => void,
) {
  const notify = useNotify();
  const errorText = useErrorText<StaffTextKey>({ details: DETAILS });

  const { start, isBusy, isDone } = useSingleMutation<void>({
    send: (provider) => provider.release(referral),
    onDone: () => onReleased(referral),
    onFailed: (error) => {
      const reason = errorText(error);
      const text = reason ? 'suspected.notReleasedFor' : 'suspected.notReleased';
      notify(text, { type: 'error', messageArgs: { reason } });
    },
  });

  return { release: () => start(), isBusy: isBusy || isDone };
}
