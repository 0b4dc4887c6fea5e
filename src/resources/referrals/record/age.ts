import { yearOf } from '../../../../contract/calendarDays';
import type { Referral } from '../../../../contract/entities/referral';
import { readDateTime } from '../../../i18n/format';
import { dayOf } from '../../../i18n/providerTime';

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

/** A person's age on the day on which the referral was filed, in the provider's time zone; undefined if it is not known. */
export function ageAtEntry({ dob, entry_date }: Pick<Referral, 'dob' | 'entry_date'>) {
  const entry = readDateTime(entry_date);
  return entry ? ageInYears(dob, dayOf(entry)) : undefined;
}
