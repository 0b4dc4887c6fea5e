import { yearOf } from '../../contract/calendarDays';
import { formatFor } from './format';
import { dayOf } from './providerTime';

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { ...DAY, year: '2-digit' };

/**
 * A date for a narrow column, in the provider's time zone, such as 'Nov 20', or 'Nov 20, 25' in another year than that of
 * `today`. Whoever shows it also offers the full date.
 */
export function formatShortDate(date: Date, today: string, language: string): string {
  const options = yearOf(dayOf(date)) === yearOf(today) ? DAY : DAY_OF_YEAR;
  return formatFor(language, options).format(date).replaceAll(/\s/g, '\u00a0');
}
