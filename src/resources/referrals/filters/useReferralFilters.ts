import { useState } from 'react';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { filledIn } from './filterFields';

const NONE: ReferralFilters = {};

/**
 * The filters of the list, in memory only: they are names and phone numbers, which no address and no storage may hold.
 * `typed` is what stands in the filter bar, `applied` what the list is narrowed by. Each submission is a new object, so
 * that the list is fetched afresh also when nothing changed.
 */
export function useReferralFilters() {
  const [typed, setTyped] = useState(NONE);
  const [applied, setApplied] = useState(NONE);

  return {
    typed,
    applied,
    isFiltered: Object.keys(applied).length > 0,
    change: (change: ReferralFilters) => setTyped((before) => ({ ...before, ...change })),
    submit: () => setApplied(filledIn(typed)),
    /** Empties the bar and shows all again (spec section 2, "Clear"). */
    clear: () => {
      setTyped(NONE);
      setApplied({});
    },
  };
}

export type FilterControls = ReturnType<typeof useReferralFilters>;
