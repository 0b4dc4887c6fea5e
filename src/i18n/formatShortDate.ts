import { formatFor } from './format';
import { dayOf } from './providerTime';

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { ...DAY, year: '2-digit' };

/** The characters of the year in a day. */
const YEAR = 4;

/**
 * A date for a narrow column, in the provider's time zone, such as 'Nov 20', or 'Nov 20, 25' in another year than that of `today`.
 * Whoever shows it also offers the full date.
 */
export function formatShortDate(date: Date, today: string, language: string): string {
  const options = dayOf(date).slice(0, YEAR) === today.slice(0, YEAR) ? DAY : DAY_OF_YEAR;
  return formatFor(language, options).format(date).replaceAll(/\s/g, '\u00a0');
}
