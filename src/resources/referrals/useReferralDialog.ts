import { useCallback, useState } from 'react';
import type { ReferralRecord } from '../../dataProvider/referrals';

/** The dialogs a row can open. */
export type DialogName = 'status' | 'note' | 'login' | 'delete';
export type OpenDialog = (name: DialogName, referral: ReferralRecord) => void;

/**
 * Which dialog is open, and on which referral: at most one. It follows the referral as the list is fetched afresh, and
 * keeps what it was when it is no longer in the list.
 */
export function useReferralDialog(rows: readonly ReferralRecord[] | undefined) {
  const [opened, setOpened] = useState<{ name: DialogName; referral: ReferralRecord } | null>(null);
  const open = useCallback<OpenDialog>((name, referral) => setOpened({ name, referral }), []);
  const close = useCallback(() => setOpened(null), []);

  const inList = rows?.find((row) => row.id === opened?.referral.id);
  const dialog = opened && { ...opened, referral: inList ?? opened.referral };
  return { dialog, open, close };
}
