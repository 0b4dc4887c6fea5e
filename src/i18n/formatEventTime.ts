import { formatDateTime, formatFor, readDateTime } from './format';
import { dayOf } from './providerTime';

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** The characters of the year in a day. */
const YEAR = 4;

/**
 * When something happened, for a list of events, in the provider's time zone: 'Today 9:12 AM', 'Nov 21, 3:40 PM', or with the
 * year if it is not that of `today`. Returns any other value unchanged.
 * @param at an ISO date-time
 * @param today YYYY-MM-DD
 * @param word the one for today
 */
export function formatEventTime(at: string, today: string, language: string, word: string): string {
  const date = readDateTime(at);
  if (!date || dayOf(date).slice(0, YEAR) !== today.slice(0, YEAR)) {
    return formatDateTime(at, language);
  }
  if (dayOf(date) === today) return `${word} ${formatFor(language, TIME).format(date)}`;
  return formatFor(language, DAY_AND_TIME).format(date);
}
