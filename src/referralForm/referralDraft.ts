import {
  DEFAULT_SEX,
  PROBATION_SITE_NAME,
  type Sex,
  SUBSTANCES,
  type SubstanceName,
} from '../../contract/constants';
import type { CallInput } from '../../contract/calls';

/** The form's input (spec section 3, "Referral form data"), under the names of the request. */
export interface ReferralDraft {
  readonly substance: readonly SubstanceName[];
  readonly site: { readonly value: string; readonly label: string } | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly contact_number: string;
  readonly sex: Sex;
  /** YYYY-MM-DD, or empty. */
  readonly dob: string;
  readonly mediCal: string;
  /** A county's id, or empty. */
  readonly mediCal_county: string;
  readonly probation_name: string;
  readonly probation_phone: string;
  readonly probation_email: string;
  readonly notes: string;
}

export type ReferralField = keyof ReferralDraft;

const NO_PROBATION = {
  mediCal: '',
  mediCal_county: '',
  probation_name: '',
  probation_phone: '',
  probation_email: '',
} as const;

export const EMPTY_DRAFT: ReferralDraft = {
  substance: [],
  site: null,
  first_name: '',
  last_name: '',
  contact_number: '',
  sex: DEFAULT_SEX,
  dob: '',
  ...NO_PROBATION,
  notes: '',
};

/** The fields in the form's order. */
const REFERRAL_FIELDS = Object.keys(EMPTY_DRAFT) as ReferralField[];

const SUBSTANCE_ORDER = SUBSTANCES.map((substance) => substance.name);

/** Whether the probation fields are shown (spec section 2, "Referral form"). */
export function isProbation(draft: ReferralDraft): boolean {
  return draft.site?.label === PROBATION_SITE_NAME;
}

/** The fields that are shown, and so can be corrected, in the form's order. */
export function shownFields(draft: ReferralDraft): ReferralField[] {
  return REFERRAL_FIELDS.filter((field) => isProbation(draft) || !(field in NO_PROBATION));
}

/** Whether there is input that would be lost. */
export function isTouched(draft: ReferralDraft): boolean {
  return REFERRAL_FIELDS.some((field) =>
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
    substance: SUBSTANCE_ORDER.filter((name) => substance.includes(name)),
    site: { ...site },
  };
}
