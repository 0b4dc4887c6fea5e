const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A person's age in whole years, by the local date.
 * @param birthDate YYYY-MM-DD
 * @returns undefined for another value, and for a date in the future
 */
export function ageInYears(birthDate: string, now: Date): number | undefined {
  const [isDate, year, month, day] = ISO_DATE.exec(birthDate) ?? [];
  if (!isDate) return undefined;
  const hadBirthday =
    now.getMonth() + 1 > Number(month) ||
    (now.getMonth() + 1 === Number(month) && now.getDate() >= Number(day));
  const age = now.getFullYear() - Number(year) - (hadBirthday ? 0 : 1);
  return age >= 0 ? age : undefined;
}
