import {
  DEFAULT_SEX,
  PROBATION_SITE_NAME,
  type Sex,
  SUBSTANCES,
  type SubstanceName,
} from '../../contract/constants';
import type { CallInput } from '../../contract/calls';

/** What is typed into the form (spec section 3, "Referral form data"), in the names it travels under. */
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

/** The fields in the order they stand in the form. */
const REFERRAL_FIELDS = Object.keys(EMPTY_DRAFT) as ReferralField[];

const SUBSTANCE_ORDER = SUBSTANCES.map((substance) => substance.name);

/** Whether the probation fields are asked for (spec section 2, "Referral form"). */
export function isProbation(draft: ReferralDraft): boolean {
  return draft.site?.label === PROBATION_SITE_NAME;
}

/** The fields that are shown, and so can be corrected, in their order. */
export function shownFields(draft: ReferralDraft): ReferralField[] {
  return REFERRAL_FIELDS.filter((field) => isProbation(draft) || !(field in NO_PROBATION));
}

/** Whether anything was entered that would be lost. */
export function isTouched(draft: ReferralDraft): boolean {
  return REFERRAL_FIELDS.some((field) =>
    field === 'substance' ? draft.substance.length > 0 : draft[field] !== EMPTY_DRAFT[field],
  );
}

/**
 * What is sent. Without a probation site nothing about probation leaves the browser, even if it was typed before the
 * site was changed.
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
