/** Days in words: near ones by a word, others with their weekday. */
import { addDays } from '../../../../contract/calendarDays';
import { formatFor } from '../../../i18n/format';

/** UTC, so that no time zone moves a calendar day. */
const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
};
const HOUR: Intl.DateTimeFormatOptions = { timeStyle: 'short', timeZone: 'UTC' };

const format = (language: string, options: Intl.DateTimeFormatOptions, time: string) => {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? ''
    : formatFor(language, options).format(date).replaceAll(/\s/g, '\u00a0');
};

/** Such as 'Thu, Dec 3'; a day that is none as it is. */
export const formatDayName = (day: string, language: string): string =>
  format(language, DAY, `${day}T00:00Z`) || day;

/**
 * @param hour HH:MM
 * @returns such as '3:00 PM'; empty for what is no hour
 */
export const formatHour = (hour: string, language: string): string =>
  format(language, HOUR, `1970-01-01T${hour}Z`);

/** Which word names a day; 'day' if none does. */
export function nearDay(day: string, today: string): 'today' | 'yesterday' | 'tomorrow' | 'day' {
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  return day === addDays(today, 1) ? 'tomorrow' : 'day';
}
