/** How long the person of a referral has been waiting since it came in. */
import { useRecordContext } from 'react-admin';
import { businessDaysSince } from '../../../../contract/businessDays';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import { RowIcon, useToday } from '../../../admin';
import { useServices } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { readDateTime } from '../../../i18n/format';
import { dayOf } from '../../../i18n/providerTime';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from './Waiting.module.css';

/**
 * How long the person waits, in the provider's days, and whether that is longer than the provider promises (RESPONSE_DAYS);
 * null if nothing is to be done or the entry is unknown.
 */
export function useWaiting() {
  const { responseDays } = useServices().settings;
  const today = useToday();
  const t = useStaffT();
  const { status = '', entry_date: value } = (useRecordContext<ReferralRecord>() ?? {}) as Partial<
    Record<keyof ReferralRecord, unknown>
  >;
  const entry = typeof value === 'string' ? readDateTime(value) : null;
  if (!entry || !(OPEN_STATUSES as readonly unknown[]).includes(status)) return null;
  const day = dayOf(entry);
  const days = businessDaysSince(day, today);
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
