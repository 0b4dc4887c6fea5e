import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';

/** Who referred the person; 'Guest' when nobody was signed in (spec section 1). */
export function ReferrerName({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  return referral.user_info?.fullname || t('referrals.guest');
}
