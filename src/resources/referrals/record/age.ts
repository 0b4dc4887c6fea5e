const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** The characters of the year in a date. */
const YEAR = 4;

/**
 * A person's age in whole years.
 * @param birthDate YYYY-MM-DD
 * @param today YYYY-MM-DD
 * @returns undefined for another value, and for a date in the future
 */
export function ageInYears(birthDate: string, today: string): number | undefined {
  if (!ISO_DATE.test(birthDate)) return undefined;
  const years = Number(today.slice(0, YEAR)) - Number(birthDate.slice(0, YEAR));
  const hadBirthday = today.slice(YEAR) >= birthDate.slice(YEAR);
  const age = hadBirthday ? years : years - 1;
  return age >= 0 ? age : undefined;
}
