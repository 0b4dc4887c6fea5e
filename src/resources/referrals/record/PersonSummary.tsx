import { ageInYears } from '../../../../contract/age';
import { businessDaysSince } from '../../../../contract/businessDays';
import { DateField, useIsNarrow, useToday } from '../../../admin';
import type { Elements } from '../../../app/elements';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatDate, readDateTime } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { dayOf } from '../../../i18n/providerTime';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { useCallLink } from '../contact/CallLink';
import { ReachInstruction } from '../reach/ReachInstruction';
import { nameOf, ReferrerDetails, SexField, SiteField } from '../referralFields';
import { waitsSince } from '../contactFacts';
import { useFollowUpRules } from '../useFollowUpRules';
import { useLateCall } from '../useLateCall';
import { ageAtEntry } from './ageAtEntry';
import styles from './PersonSummary.module.css';

interface Props {
  readonly referral: ReferralRecord;
  /** Opens the correction of what was filed; absent for people who may not correct it. */
  readonly onCorrect?: (() => void) | undefined;
  /** What to know before a call: beside that button, as it may come later and must move nothing. */
  readonly beforeCall?: Elements;
}

/**
 * The person, their phone number, the referrer and the waiting time: what a caller needs first. Its fields read RecordContext.
 */
export function PersonSummary({ referral, onCorrect, beforeCall }: Props) {
  const t = useStaffT();
  return (
    <section aria-label={t('statusDialog.person')} className={styles.band}>
      <div>
        <p className={styles.name}>
          <bdi>{nameOf(referral)}</bdi>
        </p>
        <p className={styles.detail}>
          <PersonLine referral={referral} />
        </p>
        <p className={styles.detail}>
          <span className="visually-hidden">{`${t('referrals.substances')}: `}</span>
          <Substances names={referral.substance} />
        </p>
        {onCorrect && (
          <p className={styles.correct}>
            <Button variant="quiet" aria-haspopup="dialog" onClick={onCorrect}>
              {t('correction.open')}
            </Button>
            {beforeCall}
          </p>
        )}
      </div>
      <div>
        <p className={styles.phone}>
          <span className="visually-hidden">{`${t('referrals.contactNumber')}: `}</span>
          <bdi>
            <PhoneNumber referral={referral} />
          </bdi>
        </p>
      </div>
      <div className={styles.reach}>
        <ReachInstruction referral={referral} />
      </div>
      <div>
        <p className={styles.site}>
          <SiteField />
        </p>
        <p className={styles.detail}>
          <span>{`${t('referrals.referredBy')}: `}</span>
          <ReferrerDetails />
        </p>
      </div>
      <div>
        <Waiting referral={referral} />
        <p className={styles.detail}>
          <span>{`${t('record.received')} `}</span>
          <DateField source="entry_date" showTime />
        </p>
        <p className={styles.detail}>
          <span>{`${t('referrals.trackingId')} `}</span>
          <span className={styles.code}>{referral.tracking_id}</span>
        </p>
      </div>
    </section>
  );
}

/** The number, which calls. Where the window is wide, the outcomes of the call are in sight; else it asks for one at once. */
function PhoneNumber({ referral }: { referral: ReferralRecord }) {
  const link = useCallLink(referral, useIsNarrow());
  return link ? <a {...link}>{referral.contact_number}</a> : <span>{referral.contact_number}</span>;
}

/** 'Male, 16 years (Apr 13, 2010)'; with the age at the entry, where it was another one. */
function PersonLine({ referral: { dob, entry_date } }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const day = useToday();
  const age = ageInYears(dob, day);
  const ageThen = ageAtEntry({ dob, entry_date });
  const birthday = formatDate(dob, language);
  return (
    <>
      <SexField />
      {age !== undefined && <span>{`, ${t('record.age', { smart_count: age })}`}</span>}
      {birthday && (
        <>
          <span> </span>
          <span className={styles.code}>
            <span>(</span>
            <span className="visually-hidden">{`${t('referrals.dob')}: `}</span>
            <span>{`${birthday})`}</span>
          </span>
        </>
      )}
      {ageThen !== undefined && ageThen !== age && (
        <span>{`, ${t('record.ageThen', { smart_count: ageThen })}`}</span>
      )}
    </>
  );
}

function Substances({ names }: { names: readonly string[] }) {
  const valueText = useValueText();
  return <span>{names.map((name) => valueText('substances', name)).join(', ')}</span>;
}

/** How long a person has been waiting to be reached, in business days, and which call is late. */
function Waiting({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const rules = useFollowUpRules();
  const lateCall = useLateCall(rules);
  const day = useToday();
  const since = readDateTime(waitsSince(referral) ?? '');
  if (!since) return null;
  const days = businessDaysSince(dayOf(since), day, rules.holidays);
  const late = lateCall(referral);
  return (
    <p className={late ? styles.late : styles.waiting}>
      <span>
        {days === 0 ? t('record.receivedToday') : t('record.waiting', { smart_count: days })}
      </span>
      {late && <span className={styles.over}>{late}</span>}
    </p>
  );
}
