import type { TextKey } from '../i18n/textKeys';
import type { ReferralField } from './referralDraft';

/** What is said at a flagged field (spec section 5); the officer's phone shares the text of the person's. */
export const flagTexts: Record<ReferralField, TextKey> = {
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
