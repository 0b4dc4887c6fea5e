/**
 * Dates and numbers as the reader's language writes them: one style for dates, one for date-times. In the US, Spanish uses the same
 * clock and digit grouping as English.
 */
import { timeZone } from './providerTime';

const localeOf = (language: string) => `${language}-US`;

/** UTC, so that no time zone moves a calendar day. */
const DATE: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: 'UTC' };
const DATE_TIME: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes far longer than using it, and a list has many dates. */
export function formatFor(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  // A format keeps the time zone of its creation; that of the device may change.
  const zone = timeZone();
  const key = JSON.stringify([language, options, zone ?? new Date().getTimezoneOffset()]);
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, ...options });
  formats.set(key, format);
  return format;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_DATE_TIME =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * @param day a calendar day, `YYYY-MM-DD`
 * @returns such as 'Nov 20, 2026', in one piece; any other value unchanged
 */
export function formatDate(day: string, language: string): string {
  if (!ISO_DATE.test(day)) return day;
  const date = new Date(`${day}T00:00Z`);
  // A day such as February 30 is moved to March, or invalid.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isReal ? unbroken(formatFor(language, DATE).format(date)) : day;
}

/**
 * @param value an ISO date-time; one without a zone is UTC, as older backends send it. One without a time is a calendar day
 * @returns such as 'Nov 20, 2026, 2:05 PM' in the provider's time zone, which wraps only between date and time; any other value
 *   unchanged
 */
export function formatDateTime(value: string, language: string): string {
  const date = readDateTime(value);
  if (!date) return formatDate(value, language);
  return formatFor(language, DATE_TIME)
    .formatToParts(date)
    .map(({ value: text }, index, parts) =>
      parts[index + 1]?.type === 'hour' ? text : unbroken(text),
    )
    .join('');
}

/**
 * @param from the earlier of two ISO date-times
 * @returns such as 'Nov 20, 2026, 2:05 – 2:40 PM'
 */
export function formatTimeRange(from: string, to: string, language: string): string {
  const [start, end] = [readDateTime(from), readDateTime(to)];
  if (!start || !end || start > end) return formatDateTime(to, language);
  return formatFor(language, DATE_TIME).formatRange(start, end);
}

/** The moment of an ISO date-time, of which one without a zone is UTC; null for another value, such as a calendar day. */
export function readDateTime(value: string): Date | null {
  const [isDateTime, zone] = ISO_DATE_TIME.exec(value) ?? [];
  const date = new Date(zone ? value : `${value}Z`);
  return isDateTime && !Number.isNaN(date.getTime()) ? date : null;
}

const unbroken = (text: string) => text.replaceAll(/\s/g, '\u00a0');

const numberFormats = new Map<string, Intl.NumberFormat>();

export function formatNumber(number: number, language: string): string {
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(localeOf(language));
  numberFormats.set(language, format);
  return format.format(number);
}
