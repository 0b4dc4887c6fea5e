import type { CallInput } from '../../contract/calls';
import {
  DEFAULT_SEX,
  type PreferredLanguage,
  PROBATION_SITE_NAME,
  SUBSTANCES,
  type SubstanceName,
  UNLISTED_SITE_NAME,
} from '../../contract/constants';

/** The fields of a probation referral; `mediCal_county` is a county's id. */
const NO_PROBATION = {
  mediCal: '',
  mediCal_county: '',
  probation_name: '',
  probation_phone: '',
  probation_email: '',
};

/** How to reach the person safely; null: no answer. Asked only by a server that takes them (the feature 'reach'). */
const NO_REACH = {
  preferred_language: null as PreferredLanguage | null,
  may_voicemail: null as boolean | null,
  may_text: null as boolean | null,
  reach_note: '',
};

/** The fields in the form's order, under the names of the request. */
export const EMPTY_DRAFT = {
  substance: [] as readonly SubstanceName[],
  site: null as { readonly value: string; readonly label: string } | null,
  first_name: '',
  last_name: '',
  contact_number: '',
  sex: DEFAULT_SEX,
  /** YYYY-MM-DD, or empty. */
  dob: '',
  ...NO_PROBATION,
  notes: '',
  ...NO_REACH,
  /** The guest's own name; asked only by a server that can answer them (the feature 'lookUp'). */
  guest_name: '',
  /** Whether an account asks for the person's consent to learn what comes of it (the feature 'consents'). */
  ask_consent: false,
};

/** The form's input (spec section 3, "Referral form data"). */
export type ReferralDraft = Readonly<typeof EMPTY_DRAFT>;
export type ReferralField = keyof ReferralDraft;

const FIELDS = Object.keys(EMPTY_DRAFT) as ReferralField[];

/** Whether the probation fields are shown (spec section 2, "Referral form"). */
export function isProbation(draft: ReferralDraft): boolean {
  return draft.site?.label === PROBATION_SITE_NAME;
}

/** Whether the person is asked where the site is. */
export function isUnlisted(draft: ReferralDraft): boolean {
  return draft.site?.label === UNLISTED_SITE_NAME;
}

/** The place of an unlisted site: the first line of the notes, after its caption. */
export function readPlace(notes: string, caption: string): string {
  const [line = ''] = notes.split('\n');
  return line.startsWith(caption) ? line.slice(caption.length) : '';
}

/** The notes with another place as their first line; without a place, without that line. */
export function withPlace(notes: string, caption: string, place: string): string {
  const rest = notes.startsWith(caption) ? notes.split('\n').slice(1).join('\n') : notes;
  return [place && caption + place, rest].filter(Boolean).join('\n');
}

/** The fields that are shown, and so can be corrected, in the form's order. */
export function shownFields(draft: ReferralDraft): ReferralField[] {
  return FIELDS.filter((field) => isProbation(draft) || !(field in NO_PROBATION));
}

/** Whether there is input that would be lost. */
export function isTouched(draft: ReferralDraft): boolean {
  return FIELDS.some((field) =>
    field === 'substance' ? draft.substance.length > 0 : draft[field] !== EMPTY_DRAFT[field],
  );
}

/**
 * The body of the request. Without a probation site no probation data leaves the browser, even if it was typed before the
 * site was changed. Of how to reach the person, only answers are sent, as another server may refuse a key that it does not know.
 * @throws when no site is chosen
 */
export function toSubmission(draft: ReferralDraft): CallInput<'addReferral'>['body'] {
  const {
    substance,
    site,
    preferred_language,
    may_voicemail,
    may_text,
    reach_note,
    guest_name: _ofGuest,
    ask_consent,
    ...rest
  } = draft;
  if (!site) throw new Error('A referral needs a site');
  return {
    ...rest,
    ...(!isProbation(draft) && NO_PROBATION),
    substance: SUBSTANCES.map(({ name }) => name).filter((name) => substance.includes(name)),
    site,
    ...(preferred_language !== null && { preferred_language }),
    ...(may_voicemail !== null && { may_voicemail }),
    ...(may_text !== null && { may_text }),
    ...(reach_note && { reach_note }),
    ...(ask_consent && { ask_consent }),
  };
}
