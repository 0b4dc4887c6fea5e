import { useToday } from '../../../../admin';
import { formatDateTime, formatFor, readDateTime } from '../../../../i18n/format';
import { formatEventTime } from '../../../../i18n/formatEventTime';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { useStaffT } from '../../../../i18n/useStaffT';
import styles from './EventTime.module.css';

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };

/**
 * The time of an event below the date of its day. Date and time appear over it on hover, and once it has the focus, as by a tap;
 * a screen reader reads them.
 */
export function EventTime({ at }: { at: string }) {
  const { language } = useLanguage();
  const date = readDateTime(at);
  const absolute = formatDateTime(at, language);
  const time = date ? formatFor(language, TIME).format(date) : absolute;
  return (
    <button type="button" className={styles.time} aria-label={absolute}>
      <time dateTime={at}>{time}</time>
      <span className={styles.absolute} aria-hidden="true">
        {absolute}
      </span>
    </button>
  );
}

/** The date and time of an event, as on paper. */
export function AbsoluteTime({ at }: { at: string }) {
  const { language } = useLanguage();
  return (
    <time dateTime={at} className={styles.plain}>
      {formatDateTime(at, language)}
    </time>
  );
}

/** When something happened, in a line of text: 'Today 9:12 AM'. */
export function ShortTime({ at }: { at: string }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const today = useToday();
  return (
    <time dateTime={at} className={styles.plain} title={formatDateTime(at, language)}>
      {formatEventTime(at, today, language, t('history.today'))}
    </time>
  );
}
