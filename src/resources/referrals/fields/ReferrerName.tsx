import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useT } from '../../../i18n/I18nProvider';

/** Who referred the person; 'Guest' when nobody was signed in (spec section 1). */
export function ReferrerName({ referral }: { referral: ReferralRecord }) {
  const t = useT();
  return referral.user_info?.fullname || t('referrals.guest');
}
