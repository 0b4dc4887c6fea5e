/** Calendar days, YYYY-MM-DD, which are in order as texts. A time zone is an IANA name; '' is that of the machine. */

const HOUR = 3_600_000;
/** Milliseconds, more than any time zone is from UTC. */
const FURTHEST = 15 * HOUR;

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

/**
 * The first moment of a day, which is not midnight where the clock is set forward then. A day that a time zone skipped begins
 * with the next one.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00Z`);
  let [before, from] = [midnight - FURTHEST, midnight + FURTHEST];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayIn(zone, new Date(middle)) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/** The day that is so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}
