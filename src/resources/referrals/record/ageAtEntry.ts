import { ageInYears } from '../../../../contract/age';
import type { Referral } from '../../../../contract/entities/referral';
import { readDateTime } from '../../../i18n/format';
import { dayOf } from '../../../i18n/providerTime';

/** A person's age on the day on which the referral was filed, in the provider's time zone; undefined if it is not known. */
export function ageAtEntry({ dob, entry_date }: Pick<Referral, 'dob' | 'entry_date'>) {
  const entry = readDateTime(entry_date);
  return entry ? ageInYears(dob, dayOf(entry)) : undefined;
}
