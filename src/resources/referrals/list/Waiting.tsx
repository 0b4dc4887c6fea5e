/** How long the person of a referral has been waiting to be reached. */
import { useRecordContext } from 'react-admin';
import { businessDaysSince } from '../../../../contract/businessDays';
import { RowIcon, useToday } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { readDateTime } from '../../../i18n/format';
import { dayOf } from '../../../i18n/providerTime';
import { useStaffT } from '../../../i18n/useStaffT';
import { waitsSince } from '../contactFacts';
import { useFollowUpRules } from '../useFollowUpRules';
import { useLateCall } from '../useLateCall';
import styles from './Waiting.module.css';

/**
 * The business days since the person began to wait for contact, and the late call ('First call late'), if any; null for a person
 * who does not wait, or an invalid date.
 */
export function useWaiting() {
  const rules = useFollowUpRules();
  const lateCall = useLateCall(rules);
  const today = useToday();
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const value: unknown = referral && waitsSince(referral);
  const since = typeof value === 'string' ? readDateTime(value) : null;
  if (!referral || !since) return null;
  const day = dayOf(since);
  const days = businessDaysSince(day, today, rules.holidays);
  const inFull = t('referrals.waitingBusinessDays', { smart_count: days });
  const late = lateCall(referral);
  return {
    // Also of a day in the future, as with a clock that was ahead.
    text: day >= today ? t('referrals.today') : t('referrals.days', { smart_count: days }),
    title: late ? `${inFull}. ${late}` : inFull,
    late,
  };
}

/** The business days since the entry, beside other things of a narrow row: an icon marks those that are late. */
export function WaitingTime() {
  const waiting = useWaiting();
  if (!waiting) return null;
  const { text, title, late } = waiting;
  return (
    <span className={`${late ? styles.over : styles.waiting} screen-only`} title={title}>
      <span>{text}</span>
      {late && <RowIcon name="alert" title={late} />}
    </span>
  );
}

/** The same in a cell of its own, where a tag says 'late'. */
export function WaitingField() {
  const t = useStaffT();
  const waiting = useWaiting();
  if (!waiting) return null;
  const { text, title, late } = waiting;
  return (
    <span className={styles.cell} title={title}>
      <span className={styles.days}>{text}</span>
      {late && (
        <span className={styles.late}>
          <RowIcon name="alert" />
          <span>{t('referrals.late')}</span>
          <span className="visually-hidden">{`: ${late}`}</span>
        </span>
      )}
    </span>
  );
}
