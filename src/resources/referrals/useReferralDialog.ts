import { useCallback, useState } from 'react';
import type { ReferralRecord } from '../../dataProvider/referrals';

/** The dialogs a row can open. */
export type DialogName = 'status' | 'note';
export type OpenDialog = (name: DialogName, referral: ReferralRecord) => void;

/** Which dialog is open, and on which referral: at most one. */
export function useReferralDialog() {
  const [dialog, setDialog] = useState<{ name: DialogName; referral: ReferralRecord } | null>(null);
  const open = useCallback<OpenDialog>((name, referral) => setDialog({ name, referral }), []);
  const close = useCallback(() => setDialog(null), []);
  return { dialog, open, close };
}
