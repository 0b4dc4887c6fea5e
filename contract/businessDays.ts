/** Counts the business days that a referral has been waiting for a call, like the promise on the public page. */

const MILLISECONDS_PER_DAY = 86_400_000;
const DAYS_PER_WEEK = 7;
const BUSINESS_DAYS_PER_WEEK = 5;
/** January 1, 1970, from which days are counted, was a Thursday: the Monday of its week is day -3. */
const DAYS_FROM_MONDAY = 3;

/**
 * The business days (Monday to Friday) after the day of the entry, up to and including today; holidays count. A referral of
 * Friday has waited one business day on Monday, one of Sunday too. Days are YYYY-MM-DD, so that no change to daylight saving
 * time makes one shorter.
 * @returns 0 on the day itself and on the weekend after it, and for an entry in the future
 */
export function businessDaysSince(entry: string, today: string): number {
  return Math.max(0, businessDaysUpTo(today) - businessDaysUpTo(entry));
}

/** The business days from the Monday of the first week of 1970 up to and including a day. */
function businessDaysUpTo(day: string): number {
  const days = Date.parse(day) / MILLISECONDS_PER_DAY + DAYS_FROM_MONDAY + 1;
  const weeks = Math.floor(days / DAYS_PER_WEEK);
  const rest = days - weeks * DAYS_PER_WEEK;
  return weeks * BUSINESS_DAYS_PER_WEEK + Math.min(rest, BUSINESS_DAYS_PER_WEEK);
}
