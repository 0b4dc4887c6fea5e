import { useRecordContext } from 'react-admin';
import { useToday } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatDateTime, readDateTime } from '../../../i18n/format';
import { formatShortDate } from '../../../i18n/formatShortDate';
import { useLanguage } from '../../../i18n/I18nProvider';
import styles from './EntryDate.module.css';

/** The day when a referral came in. Tooltip, screen readers and paper have date and time in full. */
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
