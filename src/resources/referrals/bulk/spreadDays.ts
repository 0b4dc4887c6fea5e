import { addBusinessDays, type Holidays } from '../../../../contract/businessDays';

/**
 * The days to call back so many people, in their order: the first day, and the business days after it, with as many people on
 * each as evenly as possible.
 * @param days over how many days; at least 1
 */
export function spreadDays(
  first: string,
  days: number,
  people: number,
  holidays: Holidays,
): string[] {
  const used = Math.min(days, people);
  const all: string[] = [];
  for (let day = first; all.length < used; day = addBusinessDays(day, 1, holidays)) all.push(day);
  return Array.from({ length: people }, (_, at) => all[Math.floor((at * used) / people)] ?? first);
}
