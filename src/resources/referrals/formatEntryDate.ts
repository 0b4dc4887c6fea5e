type Formats = readonly [date: Intl.DateTimeFormat, time: Intl.DateTimeFormat];

const formats = new Map<string, Formats>();

/** Making a format takes far longer than using it, and a page has 25 dates. */
function formatsFor(language: string): Formats {
  // The product's counties are California's: Spanish there has the same clock as English.
  const locale = `${language}-US`;
  let found = formats.get(language);
  if (!found) {
    found = [
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
      new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    ];
    formats.set(language, found);
  }
  return found;
}

/**
 * @param value an ISO date-time; one without a zone is UTC, as older backends send it
 * @returns such as 'Nov 20, 2026 2:05 PM' in the browser's time zone, breaking only between date and time; what is no
 * date-time is shown as it came
 */
export function formatEntryDate(value: string, language: string): string {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value);
  const date = new Date(hasZone || !value.includes('T') ? value : `${value}Z`);
  if (Number.isNaN(date.getTime())) return value;
  return formatsFor(language)
    .map((format) => format.format(date).replaceAll(/\s/g, '\u00a0'))
    .join(' ');
}
