/** When a referral came in, and how long its person has been waiting since. */
import { useRecordContext } from 'react-admin';
import { businessDaysSince } from '../../../../contract/businessDays';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import { RowIcon, useToday } from '../../../admin';
import { useServices } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatDateTime, readDateTime } from '../../../i18n/format';
import { formatShortDate } from '../../../i18n/formatShortDate';
import { useLanguage } from '../../../i18n/I18nProvider';
import { dayOf } from '../../../i18n/providerTime';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from './EntryDateField.module.css';

/** The day of the entry, and below it the waiting time. Tooltip, screen readers and paper have date and time in full. */
export function EntryDateField() {
  return (
    <>
      <EntryDate />
      <WaitingTime />
    </>
  );
}

export function EntryDate() {
  const { language } = useLanguage();
  const today = useToday();
  const value: unknown = useRecordContext<ReferralRecord>()?.entry_date;
  if (typeof value !== 'string' || value === '') return null;
  const date = readDateTime(value);
  const full = formatDateTime(value, language);
  if (!date) return <span>{full}</span>;
  return (
    <time dateTime={value} title={full}>
      <span aria-hidden="true" className="screen-only">
        {formatShortDate(date, today, language)}
      </span>
      <span className={styles.long}>{full}</span>
    </time>
  );
}

/** How long the person of a referral waits, in the provider's days; null if nothing is to be done or the entry is unknown. */
export function useWaiting() {
  const { responseDays } = useServices().settings;
  const today = useToday();
  const { status = '', entry_date: value } = (useRecordContext<ReferralRecord>() ?? {}) as Partial<
    Record<keyof ReferralRecord, unknown>
  >;
  const entry = typeof value === 'string' ? readDateTime(value) : null;
  if (!entry || !(OPEN_STATUSES as readonly unknown[]).includes(status)) return null;
  const day = dayOf(entry);
  const days = businessDaysSince(day, today);
  // Also of a day in the future, as with a clock that was ahead.
  return { days, isToday: day >= today, isOver: responseDays > 0 && days > responseDays };
}

/** The business days since the entry, marked when they are more than the provider promises (RESPONSE_DAYS). */
export function WaitingTime() {
  const t = useStaffT();
  const { responseDays } = useServices().settings;
  const waiting = useWaiting();
  if (!waiting) return null;
  const { days, isOver } = waiting;
  const title = t('referrals.waitingBusinessDays', { smart_count: days });
  const standard = isOver && t('referrals.overStandard', { smart_count: responseDays });
  return (
    <span
      className={`${isOver ? styles.over : styles.waiting} screen-only`}
      title={standard ? `${title}. ${standard}` : title}
    >
      <span>
        {waiting.isToday ? t('referrals.today') : t('referrals.days', { smart_count: days })}
      </span>
      {standard && <RowIcon name="alert" title={standard} />}
    </span>
  );
}
