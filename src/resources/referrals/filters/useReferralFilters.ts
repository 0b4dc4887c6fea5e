import { useMemo, useState } from 'react';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { filledIn } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';

const NONE: ReferralFilters = {};
const GUEST = 'guest';

/**
 * The filters of the list, in memory only: they are names and phone numbers, which no address and no storage may hold.
 * `typed` is what stands in the filter bar, `applied` what the list is narrowed by. Each submission is a new object, so
 * that the list is fetched afresh also when nothing changed.
 */
export function useReferralFilters() {
  const t = useStaffT();
  const [typed, setTyped] = useState(NONE);
  const [applied, setApplied] = useState(NONE);

  return useMemo(
    () => ({
      typed,
      applied,
      isFiltered: Object.keys(applied).length > 0,
      change: (change: ReferralFilters) => setTyped((before) => ({ ...before, ...change })),
      submit: () => setApplied(inWireWords(filledIn(typed), t('referrals.guest'))),
      /** Empties the bar and shows all again (spec section 2, "Clear"). */
      clear: () => {
        setTyped(NONE);
        setApplied({});
      },
    }),
    [typed, applied, t],
  );
}

/** Who writes 'Guest' in their own language means what the server calls so (spec section 1). */
function inWireWords(filters: ReferralFilters, guest: string): ReferralFilters {
  const isGuest = filters.referred_by?.toLowerCase() === guest.toLowerCase();
  return isGuest ? { ...filters, referred_by: GUEST } : filters;
}

export type FilterControls = ReturnType<typeof useReferralFilters>;
