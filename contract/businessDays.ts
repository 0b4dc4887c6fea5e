/**
 * Business days: Monday to Friday without the provider's holidays. Days are YYYY-MM-DD, so that no change to daylight saving
 * time makes one shorter.
 */
import { addDays } from './calendarDays';

const MILLISECONDS_PER_DAY = 86_400_000;
const DAYS_PER_WEEK = 7;
const BUSINESS_DAYS_PER_WEEK = 5;
/** January 1, 1970, from which days are counted, was a Thursday: the Monday of its week is day -3. */
const DAYS_FROM_MONDAY = 3;

/** The days of the holidays. */
export type Holidays = ReadonlySet<string>;

/**
 * The business days after a day, up to and including today. A referral of Friday has waited one business day on Monday, one of
 * Sunday too.
 * @returns 0 on the day itself and on the weekend and holidays after it, and for a day in the future
 */
export function businessDaysSince(day: string, today: string, holidays: Holidays): number {
  if (day >= today) return 0;
  let count = weekdaysUpTo(today) - weekdaysUpTo(day);
  for (const holiday of holidays) {
    if (holiday > day && holiday <= today && isWeekday(holiday)) count -= 1;
  }
  return count;
}

/** Whether a day is a business day. */
export const isBusinessDay = (day: string, holidays: Holidays): boolean =>
  isWeekday(day) && !holidays.has(day);

/** The business day that is so many business days after a day: with 1, the next business day. */
export function addBusinessDays(day: string, count: number, holidays: Holidays): string {
  let found = day;
  for (let left = count; left > 0;) {
    found = addDays(found, 1);
    if (isBusinessDay(found, holidays)) left -= 1;
  }
  return found;
}

const dayOfWeek = (day: string) =>
  (((daysFromMonday(day) - 1) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;
const isWeekday = (day: string) => dayOfWeek(day) < BUSINESS_DAYS_PER_WEEK;

/** The days from the Monday of the first week of 1970 up to and including a day. */
const daysFromMonday = (day: string) =>
  Date.parse(day) / MILLISECONDS_PER_DAY + DAYS_FROM_MONDAY + 1;

/** The weekdays from the Monday of the first week of 1970 up to and including a day. */
function weekdaysUpTo(day: string): number {
  const days = daysFromMonday(day);
  const weeks = Math.floor(days / DAYS_PER_WEEK);
  return (
    weeks * BUSINESS_DAYS_PER_WEEK + Math.min(days - weeks * DAYS_PER_WEEK, BUSINESS_DAYS_PER_WEEK)
  );
}
