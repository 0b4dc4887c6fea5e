/** How long the person of a referral has been waiting to be reached. */
import { useRecordContext } from 'react-admin';
import { businessDaysSince } from '../../../../contract/businessDays';
import { RowIcon, useToday } from '../../../admin';
import { useServices } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { readDateTime } from '../../../i18n/format';
import { dayOf } from '../../../i18n/providerTime';
import { useStaffT } from '../../../i18n/useStaffT';
import { waitsSince } from '../contactFacts';
import { useFollowUpRules } from '../useFollowUpRules';
import styles from './Waiting.module.css';

/**
 * How long the person has been waiting to be reached, in the provider's days, and whether that is longer than the standard of
 * the site, or else the provider's promise (RESPONSE_DAYS); null if nobody waits, or since an unknown time.
 */
export function useWaiting() {
  const { responseDays: promised } = useServices().settings;
  const { holidays } = useFollowUpRules();
  const today = useToday();
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const value: unknown = referral && waitsSince(referral);
  const since = typeof value === 'string' ? readDateTime(value) : null;
  if (!since) return null;
  const day = dayOf(since);
  const days = businessDaysSince(day, today, holidays);
  const responseDays = referral?.contact?.response_days ?? promised;
  const isLate = responseDays > 0 && days > responseDays;
  const inFull = t('referrals.waitingBusinessDays', { smart_count: days });
  const promise = isLate && t('referrals.overStandard', { smart_count: responseDays });
  return {
    // Also of a day in the future, as with a clock that was ahead.
    text: day >= today ? t('referrals.today') : t('referrals.days', { smart_count: days }),
    title: promise ? `${inFull}. ${promise}` : inFull,
    promise,
  };
}

/** The business days since the entry, beside other things of a narrow row: an icon marks those that are late. */
export function WaitingTime() {
  const waiting = useWaiting();
  if (!waiting) return null;
  const { text, title, promise } = waiting;
  return (
    <span className={`${promise ? styles.over : styles.waiting} screen-only`} title={title}>
      <span>{text}</span>
      {promise && <RowIcon name="alert" title={promise} />}
    </span>
  );
}

/** The same in a cell of its own, where a tag says 'late'. */
export function WaitingField() {
  const t = useStaffT();
  const waiting = useWaiting();
  if (!waiting) return null;
  const { text, title, promise } = waiting;
  return (
    <span className={styles.cell} title={title}>
      <span className={styles.days}>{text}</span>
      {promise && (
        <span className={styles.late}>
          <RowIcon name="alert" />
          <span>{t('referrals.late')}</span>
          <span className="visually-hidden">{`: ${promise}`}</span>
        </span>
      )}
    </span>
  );
}
