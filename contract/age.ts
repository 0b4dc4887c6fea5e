/** A person's age. */
import { yearOf } from './calendarDays';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A person's age in whole years.
 * @param birthDate YYYY-MM-DD
 * @param today YYYY-MM-DD
 * @returns undefined for another value, and for a date in the future
 */
export function ageInYears(birthDate: string, today: string): number | undefined {
  if (!ISO_DATE.test(birthDate)) return undefined;
  const years = Number(yearOf(today)) - Number(yearOf(birthDate));
  const birthday = birthDate.replace(yearOf(birthDate), yearOf(today));
  const age = birthday <= today ? years : years - 1;
  return age >= 0 ? age : undefined;
}
