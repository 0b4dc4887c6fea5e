/**
 * Hints at referrals that may be about the same person. They are optional: while they load, and if that fails, none are shown.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { PossibleDuplicates } from '../../../../contract/entities/duplicate';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { Comparison } from '../../../dataProvider/duplicates';
import { useValueText } from '../../../i18n/useStaffT';

/** Milliseconds for which hints are reused, as several components show them. */
const STALE_TIME = 60_000;
const resource = RESOURCES.referrals;

function useMayCompare(): boolean {
  const isOffered = useFeature('duplicates');
  const { canAccess = false } = useCanAccess({ resource, action: 'listDuplicates' });
  return isOffered && canAccess;
}

/** The hints to the referrals with these ids; undefined while they are not known. */
export function useDuplicates(ids: readonly string[]): readonly PossibleDuplicates[] | undefined {
  const provider = useDataProvider<StaffDataProvider>();
  const enabled = useMayCompare() && ids.length > 0;
  const { data } = useQuery({
    queryKey: [resource, 'listDuplicates', ids],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.listDuplicates(ids, { signal }))?.data ?? [],
    enabled,
    staleTime: STALE_TIME,
    // The marks of rows that stay do not flicker.
    placeholderData: keepPreviousData,
  });
  return enabled ? data : undefined;
}

/** A referral with its possible duplicates. Each request is in the activity log, as it reads all of them. */
export function useComparison(id: string, { enabled = true } = {}) {
  const provider = useDataProvider<StaffDataProvider>();
  return useQuery<Comparison | null>({
    queryKey: [resource, 'compareDuplicates', id],
    queryFn: async ({ signal }) => (await provider.compareDuplicates(id, { signal }))?.data ?? null,
    enabled,
    staleTime: STALE_TIME,
  });
}

/** Returns a function that says in which fields referrals agree, such as 'same name, same birth date', each once. */
export function useSameText(): (same: readonly string[]) => string {
  const valueText = useValueText();
  return (same) =>
    [...new Set(same)].map((field) => valueText('duplicates.same', field)).join(', ');
}
