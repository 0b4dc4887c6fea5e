import { formatDateTime, formatFor, readDateTime } from './format';

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/**
 * When something happened, for a list of events, in the browser's time zone: 'Today 9:12 AM', 'Nov 21, 3:40 PM', or with the
 * year if it is not that of `now`. Returns any other value unchanged.
 * @param at an ISO date-time
 * @param today the word for today
 */
export function formatEventTime(at: string, now: Date, language: string, today: string): string {
  const date = readDateTime(at);
  if (!date || date.getFullYear() !== now.getFullYear()) return formatDateTime(at, language);
  const isToday = date.getMonth() === now.getMonth() && date.getDate() === now.getDate();
  if (isToday) return `${today} ${formatFor(language, TIME).format(date)}`;
  return formatFor(language, DAY_AND_TIME).format(date);
}
