import { REFERRAL_STATUSES, SEXES } from '../../../../contract/constants';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { STATUS_TEXTS } from '../referralTexts';

export type FilterField = keyof ReferralFilters;

interface FilterFieldShape {
  readonly label: StaffTextKey;
  /** What can be chosen, where it is not typed: value → its text. */
  readonly options?: readonly (readonly [value: string, text: StaffTextKey])[];
  readonly inputMode?: 'tel';
}

/** The filter bar's fields in their order (spec section 2, "Referral List page"), by the names they travel under (section 3). */
export const FILTER_FIELDS: Readonly<Record<FilterField, FilterFieldShape>> = {
  name: { label: 'referralFilters.name' },
  contact_number: { label: 'referralFilters.contactNumber', inputMode: 'tel' },
  gender: {
    label: 'referralFilters.gender',
    options: SEXES.map((sex) => [sex, `sexes.${sex}`] as const),
  },
  referral_status: {
    label: 'referralFilters.status',
    options: REFERRAL_STATUSES.map((status) => [status, STATUS_TEXTS[status]] as const),
  },
  tracking_id: { label: 'referralFilters.trackingId' },
  referred_by: { label: 'referralFilters.referredBy' },
};

export const FILTER_NAMES = Object.keys(FILTER_FIELDS) as FilterField[];
