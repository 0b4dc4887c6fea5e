const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The moments a day of the reader's own calendar lies between, the second of them no longer in it.
 * @param day as a date field has it, YYYY-MM-DD
 * @returns ISO date-times; nothing when it is no day
 */
export function dayRange(day: string): { from: string; to: string } | Record<string, never> {
  const [, year, month, date] = (DAY.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return {};
  const begin = new Date(year, month - 1, date);
  // Not 24 hours later: a day on which the clock is changed is longer or shorter.
  const end = new Date(year, month - 1, date + 1);
  return { from: begin.toISOString(), to: end.toISOString() };
}

/** Today on the reader's own calendar, as a date field has it. */
export function today(now = new Date()): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
