import { formatFor } from './format';

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { ...DAY, year: '2-digit' };

/**
 * A date for a narrow column, in the browser's time zone, such as 'Nov 20', or 'Nov 20, 25' in another year than that of `now`.
 * Whoever shows it also offers the full date.
 */
export function formatShortDate(date: Date, now: Date, language: string): string {
  const options = date.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR;
  return formatFor(language, options).format(date).replaceAll(/\s/g, '\u00a0');
}
