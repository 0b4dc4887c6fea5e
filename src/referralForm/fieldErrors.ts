import type { TextKey } from '../i18n/textKeys';
import type { ReferralField } from './referralDraft';
import type { ReferralFormState } from './referralFormState';

/** Error message of each field (spec section 5). The officer's phone shares the text of the person's. */
export const fieldErrors: Record<ReferralField, TextKey> = {
  substance: 'referralForm.flags.substance',
  site: 'referralForm.flags.site',
  first_name: 'referralForm.flags.firstName',
  last_name: 'referralForm.flags.lastName',
  contact_number: 'referralForm.flags.phone',
  sex: 'referralForm.flags.sex',
  dob: 'referralForm.flags.dob',
  notes: 'referralForm.flags.notes',
  mediCal: 'referralForm.flags.mediCal',
  mediCal_county: 'referralForm.flags.county',
  probation_name: 'referralForm.flags.officerName',
  probation_phone: 'referralForm.flags.phone',
  probation_email: 'referralForm.flags.email',
};

/** The error message of an invalid field. A name of invisible characters is reported as unreadable, not as missing. */
export function findFieldError(
  { invalidFields, invisible }: Pick<ReferralFormState, 'invalidFields' | 'invisible'>,
  field: ReferralField,
): TextKey | undefined {
  if (!invalidFields.has(field)) return undefined;
  return invisible.has(field) ? 'failure.invisibleName' : fieldErrors[field];
}
