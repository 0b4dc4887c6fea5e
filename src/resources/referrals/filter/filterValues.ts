/** The values of the filter form, and the list's filter made from them. */
import { sameKey } from '../../../../contract/textMatching';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { filledIn, type WorklistFilter } from '../../../dataProvider/worklist';

/** The six filters of the specification in its order (section 2), under their wire names (section 3). */
export const BAR_NAMES = [
  'name',
  'contact_number',
  'gender',
  'referral_status',
  'tracking_id',
  'referred_by',
] as const satisfies readonly (keyof ReferralFilters)[];

export type FilterValues = Record<keyof Required<WorklistFilter>, string>;

export const NO_VALUES: FilterValues = {
  q: '',
  name: '',
  contact_number: '',
  gender: '',
  referral_status: '',
  tracking_id: '',
  referred_by: '',
  period: '',
  from: '',
  to: '',
  site: '',
  substance: '',
  end_reason: '',
  follow_up_by: '',
  owner: '',
};

/** The server's name for a referrer without an account (spec section 1). */
export const GUEST = 'guest';

/** Normalizes the period: removes days that do not belong to it, and a range without days. */
export function parseValues(values: FilterValues): FilterValues {
  const isRange = values.period === 'range';
  if (isRange && (values.from !== '' || values.to !== '')) return values;
  return { ...values, from: '', to: '', period: isRange ? '' : values.period };
}

/**
 * The filter of the list: what is filled in, with the server's name for 'Guest'.
 * @param guest 'Guest' in the person's language
 */
export function toFilter(values: FilterValues, guest: string): WorklistFilter {
  const filter = filledIn(values);
  const isGuest = sameKey(filter.referred_by ?? '') === sameKey(guest);
  return isGuest ? { ...filter, referred_by: GUEST } : filter;
}

/** The filter with another value, or without one. */
export function withFilter(
  filter: WorklistFilter,
  name: keyof WorklistFilter,
  value: string,
): WorklistFilter {
  return filledIn({ ...filter, [name]: value });
}
