import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { CountyName } from './CountyName';
import { Detail, Details } from './Details';

/** What a probation referral has besides (spec section 2, "Referral form"); nothing for any other. */
export function ProbationDetails({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { mediCal, mediCal_county, probation_name, probation_phone, probation_email } = referral;
  if (!(mediCal || mediCal_county || probation_name || probation_phone || probation_email)) {
    return null;
  }
  return (
    <Details title={t('statusDialog.probation')}>
      <Detail label="referralForm.mediCal">{mediCal}</Detail>
      <Detail label="referralForm.county">
        {mediCal_county && <CountyName id={mediCal_county} />}
      </Detail>
      <Detail label="referralForm.officerName">{probation_name}</Detail>
      <Detail label="referralForm.officerPhone">{probation_phone}</Detail>
      <Detail label="referralForm.officerEmail">{probation_email}</Detail>
    </Details>
  );
}
