/** Ranges of calendar days, YYYY-MM-DD, as a date input has them. */
import { addDays, startOfDay } from '../../contract/calendarDays';
import { timeZone } from '../i18n/providerTime';

/** The first moment of a day of the provider, as an ISO date-time. */
export const startOf = (day: string): string => startOfDay(timeZone() ?? '', day).toISOString();

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The start of a day, and the start of the next day.
 * @returns ISO date-times; nothing for text that is no day
 */
export function dayRange(day: string): { from: string; to: string } | Record<string, never> {
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) return {};
  // Not 24 hours later: a day on which the clock is changed is longer or shorter.
  return { from: startOf(day), to: startOf(addDays(day, 1)) };
}
