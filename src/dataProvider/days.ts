/** Calendar days of the browser's time zone, as a date input has them: YYYY-MM-DD. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The start of a day, and the start of the next day.
 * @returns ISO date-times; nothing for text that is no day
 */
export function dayRange(day: string): { from: string; to: string } | Record<string, never> {
  const [, year, month, date] = (DAY.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return {};
  const begin = new Date(year, month - 1, date);
  // Not 24 hours later: a day on which the clock is changed is longer or shorter.
  const end = new Date(year, month - 1, date + 1);
  return { from: begin.toISOString(), to: end.toISOString() };
}

/** The start of the day that is so many days before, as an ISO date-time. */
export function startOfDay(now: Date, daysBefore = 0): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore).toISOString();
}

export function today(now = new Date()): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
