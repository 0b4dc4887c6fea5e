/** Days as the list of today names them: near ones by a word, others with their weekday. */
import { addDays } from '../../../../contract/calendarDays';
import { formatFor } from '../../../i18n/format';

const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
};
const HOUR: Intl.DateTimeFormatOptions = { timeStyle: 'short', timeZone: 'UTC' };

/** Such as 'Thu, Dec 3'. */
export const formatDayName = (day: string, language: string): string =>
  formatFor(language, DAY)
    .format(new Date(`${day}T00:00Z`))
    .replaceAll(/\s/g, '\u00a0');

/**
 * @param hour HH:MM
 * @returns such as '3:00 PM'
 */
export const formatHour = (hour: string, language: string): string =>
  formatFor(language, HOUR)
    .format(new Date(`1970-01-01T${hour}Z`))
    .replaceAll(/\s/g, '\u00a0');

/** Which word names a day; 'day' if none does. */
export function nearDay(day: string, today: string): 'today' | 'yesterday' | 'tomorrow' | 'day' {
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  return day === addDays(today, 1) ? 'tomorrow' : 'day';
}
