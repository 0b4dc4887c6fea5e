/** Calendar days, YYYY-MM-DD, which are in order as texts. A time zone is an IANA name; '' is that of the machine. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes far longer than using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
  formats.set(zone, format);
  return format;
}

/** Whether this machine knows a time zone by its name. */
export function isTimeZone(name: string): boolean {
  try {
    // An offset, such as +01:00, is no name: not every browser knows it.
    return /^[a-z]/i.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Noon, as `timeIn` writes it. */
export const NOON = '12:00';

/** The time of day of a moment in a time zone: HH:MM, from 00:00 to 23:59. */
export const timeIn = (zone: string, moment: Date): string =>
  moment.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

/** The day of a moment. */
export function dayIn(zone: string, moment: Date): string {
  const parts: Partial<Record<string, string>> = {};
  if (zone === '') {
    parts.year = String(moment.getFullYear());
    parts.month = String(moment.getMonth() + 1);
    parts.day = String(moment.getDate());
  } else {
    for (const { type, value } of formatOf(zone).formatToParts(moment)) parts[type] = value;
  }
  const { year = '', month = '', day = '' } = parts;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
