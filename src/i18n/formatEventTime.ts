import { yearOf } from '../../contract/calendarDays';
import { formatDateTime, formatFor, readDateTime } from './format';
import { dayOf } from './providerTime';

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/**
 * When something happened, for a list of events, in the provider's time zone: 'Today 9:12 AM', 'Nov 21, 3:40 PM', or with the
 * year if it is not that of `today`. Returns any other value unchanged.
 * @param at an ISO date-time
 * @param today YYYY-MM-DD
 * @param todayText the translated 'Today'
 */
export function formatEventTime(
  at: string,
  today: string,
  language: string,
  todayText: string,
): string {
  const date = readDateTime(at);
  if (!date || yearOf(dayOf(date)) !== yearOf(today)) {
    return formatDateTime(at, language);
  }
  if (dayOf(date) === today) return `${todayText} ${formatFor(language, TIME).format(date)}`;
  return formatFor(language, DAY_AND_TIME).format(date);
}
