import { useRecordContext } from 'react-admin';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';

/** Who works on the referral. */
export function OwnerField() {
  const t = useStaffT();
  const name = useRecordContext<ReferralRecord>()?.owner?.fullname;
  return name ? <bdi>{name}</bdi> : t('owner.nobody');
}
