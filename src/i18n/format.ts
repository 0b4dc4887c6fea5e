/** Dates and numbers as the reader's language writes them; in the US, Spanish uses the same clock and digit grouping as English. */

const localeOf = (language: string) => `${language}-US`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes far longer than using it, and a list has many dates. */
function formatFor(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options);
  formats.set(key, format);
  return format;
}

/**
 * @param value an ISO date-time; one without a zone is UTC, as older backends send it
 * @returns such as 'Nov 20, 2026 2:05 PM' in the browser's time zone, which wraps only between date and time; a value that is no
 *   date-time as it is
 */
export function formatDateTime(value: string, language: string, { seconds = false } = {}): string {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value);
  const date = new Date(hasZone || !value.includes('T') ? value : `${value}Z`);
  if (Number.isNaN(date.getTime())) return value;
  return [
    formatFor(language, { dateStyle: 'medium' }),
    formatFor(language, { timeStyle: seconds ? 'medium' : 'short' }),
  ]
    .map((format) => format.format(date).replaceAll(/\s/g, '\u00a0'))
    .join(' ');
}

/** A calendar day, `YYYY-MM-DD`, without a time that a time zone could shift. */
export function formatDay(day: string, language: string): string {
  return formatFor(language, { dateStyle: 'medium' }).format(new Date(`${day}T12:00`));
}

export function formatNumber(number: number, language: string): string {
  return number.toLocaleString(localeOf(language));
}
