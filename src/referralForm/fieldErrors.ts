import { LENGTHS } from '../../contract/constants';
import { today } from '../i18n/providerTime';
import { hasVisibleText, isBirthDate, isPhoneNumber } from '../../contract/fieldRules';
import type { FieldIssue } from '../api/ApiError';
import type { TextKey } from '../i18n/textKeys';
import type { ReferralDraft, ReferralField } from './referralDraft';

/** The error at a field: a text in the person's language, or the server's own reason. */
export type FieldError =
  { readonly key: TextKey; readonly max?: number } | { readonly reason: string };

/** Texts for a missing value (spec section 5). The officer's phone shares the text of the person's. */
const MISSING: Record<ReferralField, TextKey> = {
  substance: 'referralForm.flags.substance',
  site: 'referralForm.flags.site',
  first_name: 'referralForm.flags.firstName',
  last_name: 'referralForm.flags.lastName',
  contact_number: 'referralForm.flags.phone',
  sex: 'referralForm.flags.sex',
  dob: 'referralForm.flags.dob',
  notes: 'referralForm.flags.notes',
  preferred_language: 'referralForm.flags.choice',
  may_voicemail: 'referralForm.flags.choice',
  may_text: 'referralForm.flags.choice',
  reach_note: 'referralForm.flags.notes',
  // Never missing, as it is optional.
  guest_name: 'referralForm.flags.notes',
  ask_consent: 'referralForm.flags.choice',
  mediCal: 'referralForm.flags.mediCal',
  mediCal_county: 'referralForm.flags.county',
  probation_name: 'referralForm.flags.officerName',
  probation_phone: 'referralForm.flags.phone',
  probation_email: 'referralForm.flags.email',
};

/** The text for a refused value, and the rule that the text states: a value that follows it was refused for another reason. */
interface Rule {
  readonly key: TextKey;
  readonly isFollowed?: (value: string) => boolean;
}

const PHONE: Rule = { key: 'referralForm.refusedValues.phone', isFollowed: isPhoneNumber };

const RULES: Partial<Record<ReferralField, Rule>> = {
  site: { key: 'referralForm.refusedValues.site' },
  contact_number: PHONE,
  dob: { key: 'referralForm.refusedValues.dob', isFollowed: (day) => isBirthDate(day, today()) },
  mediCal_county: { key: 'referralForm.refusedValues.county' },
  probation_phone: PHONE,
  probation_email: { key: 'referralForm.refusedValues.email' },
};

const MAX_LENGTHS: Partial<Record<ReferralField, number>> = {
  first_name: LENGTHS.name,
  last_name: LENGTHS.name,
  contact_number: LENGTHS.phone,
  guest_name: LENGTHS.name,
  mediCal: LENGTHS.insuranceNumber,
  probation_name: LENGTHS.name,
  probation_phone: LENGTHS.phone,
  notes: LENGTHS.notes,
  reach_note: LENGTHS.reachNote,
};

export const missing = (field: ReferralField): FieldError => ({ key: MISSING[field] });

/**
 * Explains why the server refuses a field: 'Missing …' if it is empty, or the server says so or gives no reason; else our own
 * text, unless the value follows the rule that it states; else the server's reason.
 */
export function explainIssue(
  draft: ReferralDraft,
  field: ReferralField,
  issue: FieldIssue,
): FieldError {
  const value = draft[field];
  const text = typeof value === 'string' ? value : '-';
  const { type, reason } = issue;
  if (!hasVisibleText(text) || !(type || reason) || type?.endsWith('missing'))
    return missing(field);
  const max = MAX_LENGTHS[field];
  if (max && (text.length > max || type === 'too_big'))
    return { key: 'referralForm.refusedValues.tooLong', max };
  const rule = RULES[field];
  if (rule && !(reason && rule.isFollowed?.(text))) return { key: rule.key };
  return reason ? { reason } : missing(field);
}
