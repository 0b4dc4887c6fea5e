import { type ReactNode, useId } from 'react';
import { useGetList, useRecordContext } from 'react-admin';
import type { County } from '../../../../contract/entities/county';
import { DateField } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import { ReachInstruction } from '../reach/ReachInstruction';
import { ReferrerDetails, SexField, SiteField, SubstancesField } from '../referralFields';
import styles from './ReferralDetails.module.css';

/** All fields of the referral in RecordContext except status and notes. */
export function ReferralDetails() {
  const t = useStaffT();
  const hasReach = useFeature('reach');
  const referral = useRecordContext<ReferralRecord>();
  if (!referral) return null;
  return (
    <>
      <Details title={t('statusDialog.person')}>
        <Detail label="referrals.firstName">{referral.first_name}</Detail>
        <Detail label="referrals.lastName">{referral.last_name}</Detail>
        <Detail label="referrals.contactNumber">{referral.contact_number}</Detail>
        <Detail label="referrals.sex">
          <SexField />
        </Detail>
        <Detail label="referrals.dob">
          <DateField source="dob" />
        </Detail>
        {hasReach && (
          <Detail label="reach.title">
            <ReachInstruction referral={referral} />
          </Detail>
        )}
      </Details>
      <ProbationDetails referral={referral} />
      <Details title={t('statusDialog.referral')}>
        <Detail label="referrals.site">
          <SiteField />
        </Detail>
        <Detail label="referrals.substances">
          <SubstancesField />
        </Detail>
        <Detail label="referrals.trackingId">{referral.tracking_id}</Detail>
        <Detail label="referrals.referredBy">
          <ReferrerDetails />
        </Detail>
        <Detail label="referrals.entryDate">
          <DateField source="entry_date" showTime />
        </Detail>
      </Details>
    </>
  );
}

/** The additional fields of a probation referral (spec section 2, "Referral form"). */
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

/** A county's name; its id until the list is there. */
function CountyName({ id }: { id: string }) {
  const { data } = useGetList<County>(RESOURCES.counties, {}, { staleTime: Infinity });
  return <bdi>{data?.find((county) => county.id === id)?.name ?? id}</bdi>;
}

/** A titled list of labelled values. */
function Details({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id}>{title}</h3>
      <dl className={styles.list}>{children}</dl>
    </section>
  );
}

function Detail({ label, children }: { label: StaffTextKey; children: ReactNode }) {
  const t = useStaffT();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
