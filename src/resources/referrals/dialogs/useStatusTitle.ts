import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';

/** 'Referral Status for: {name}' (spec section 2, "Dialogs on referrals"). */
export function useStatusTitle({ first_name, last_name }: ReferralRecord): string {
  const t = useStaffT();
  return t('statusDialog.title', { name: `${first_name} ${last_name}` });
}
