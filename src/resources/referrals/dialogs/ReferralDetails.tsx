import { useStaffT } from '../../../i18n/useStaffT';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { EntryDate } from '../fields/EntryDate';
import { ReferrerName } from '../fields/ReferrerName';
import { Sex } from '../fields/Sex';
import { SubstanceTags } from '../fields/SubstanceTags';
import { Detail, Details } from './Details';
import { ProbationDetails } from './ProbationDetails';

/** All that is known of a referral besides status and notes. */
export function ReferralDetails({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  return (
    <>
      <Details title={t('statusDialog.person')}>
        <Detail label="referrals.firstName">{referral.first_name}</Detail>
        <Detail label="referrals.lastName">{referral.last_name}</Detail>
        <Detail label="referrals.contactNumber">{referral.contact_number}</Detail>
        <Detail label="referrals.sex">
          <Sex sex={referral.sex} />
        </Detail>
        <Detail label="referrals.dob">{referral.dob}</Detail>
      </Details>
      <ProbationDetails referral={referral} />
      <Details title={t('statusDialog.referral')}>
        <Detail label="referrals.site">{referral.site.label}</Detail>
        <Detail label="referrals.substances">
          <SubstanceTags substances={referral.substance} />
        </Detail>
        <Detail label="referrals.trackingId">{referral.tracking_id}</Detail>
        <Detail label="referrals.referredBy">
          <ReferrerName referral={referral} />
        </Detail>
        <Detail label="referrals.entryDate">
          <EntryDate value={referral.entry_date} />
        </Detail>
      </Details>
    </>
  );
}
