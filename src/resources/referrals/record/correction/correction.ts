import type { ReferralSubmission } from '../../../../../contract/entities/referral';
import type { Correction } from '../../../../dataProvider/referralHistory';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import {
  type ReferralDraft,
  type ReferralField,
  shownFields,
  toSubmission,
} from '../../../../referralForm/referralDraft';

/** The referral form's draft with what was filed; without the notes, which are edited as the intake note. */
export function toDraft(referral: ReferralRecord): ReferralDraft {
  const { site, substance } = referral;
  return {
    notes: '',
    // A value that this build does not know stays.
    substance: substance as ReferralSubmission['substance'],
    site: site.value ? site : null,
    first_name: referral.first_name,
    last_name: referral.last_name,
    contact_number: referral.contact_number,
    sex: referral.sex,
    dob: referral.dob,
    mediCal: referral.mediCal ?? '',
    mediCal_county: referral.mediCal_county ?? '',
    probation_name: referral.probation_name ?? '',
    probation_phone: referral.probation_phone ?? '',
    probation_email: referral.probation_email ?? '',
    preferred_language: referral.preferred_language ?? null,
    may_voicemail: referral.may_voicemail ?? null,
    may_text: referral.may_text ?? null,
    reach_note: referral.reach_note ?? '',
    guest_name: '',
    ask_consent: false,
  };
}

/**
 * The body of a correction.
 * @param hasReach whether the server takes how to reach the person: then an answer that was cleared is sent, too
 */
export function toCorrection(draft: ReferralDraft, hasReach: boolean): Correction {
  const { notes: _notes, ...submission } = toSubmission(draft);
  const known = submission.substance as readonly string[];
  const unknown = draft.substance.filter((name) => !known.includes(name));
  const { preferred_language, may_voicemail, may_text, reach_note } = draft;
  return {
    ...submission,
    substance: [...submission.substance, ...unknown],
    ...(hasReach && { preferred_language, may_voicemail, may_text, reach_note }),
  };
}

const keyOf = (value: ReferralDraft[ReferralField] | undefined) => JSON.stringify(value);

/** The fields of which two drafts have different values, in the form's order. */
export function differingFields(one: ReferralDraft, other: ReferralDraft): ReferralField[] {
  const fields = new Set([...shownFields(one), ...shownFields(other)]);
  return [...fields].filter((field) => toComparable(one, field) !== toComparable(other, field));
}

/** A site is the same whatever its name, and substances are in no order. */
function toComparable(draft: ReferralDraft, field: ReferralField): string {
  if (field === 'site') return keyOf(draft.site?.value);
  if (field === 'substance') return keyOf(draft.substance.toSorted((a, b) => a.localeCompare(b)));
  return keyOf(draft[field]);
}
