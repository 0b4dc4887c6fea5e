import type { CallInput } from '../../contract/calls';
import {
  DEFAULT_SEX,
  PROBATION_SITE_NAME,
  SUBSTANCES,
  type SubstanceName,
} from '../../contract/constants';
import type { TextKey } from '../i18n/textKeys';

/** The fields of a probation referral; `mediCal_county` is a county's id. */
const NO_PROBATION = {
  mediCal: '',
  mediCal_county: '',
  probation_name: '',
  probation_phone: '',
  probation_email: '',
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
};

/** The form's input (spec section 3, "Referral form data"). */
export type ReferralDraft = Readonly<typeof EMPTY_DRAFT>;
export type ReferralField = keyof ReferralDraft;

/** Error message of each field (spec section 5). The officer's phone shares the text of the person's. */
export const FIELD_ERRORS: Record<ReferralField, TextKey> = {
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

const FIELDS = Object.keys(EMPTY_DRAFT) as ReferralField[];

/** Whether the probation fields are shown (spec section 2, "Referral form"). */
export function isProbation(draft: ReferralDraft): boolean {
  return draft.site?.label === PROBATION_SITE_NAME;
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
 * site was changed.
 * @throws when no site is chosen
 */
export function toSubmission(draft: ReferralDraft): CallInput<'addReferral'>['body'] {
  const { substance, site, ...rest } = draft;
  if (!site) throw new Error('A referral needs a site');
  return {
    ...rest,
    ...(!isProbation(draft) && NO_PROBATION),
    substance: SUBSTANCES.map(({ name }) => name).filter((name) => substance.includes(name)),
    site,
  };
}
