import { useListContext } from 'react-admin';
import type { WorklistMeta } from '../dataProvider/referrals';
import type { WorklistFilter } from '../dataProvider/worklist';

/** Whether the referral list in context has no referral at all: nothing to filter, and no number to show on a tab. */
export function useIsEmptyDesk(): boolean {
  const { data, filterValues, meta } = useListContext();
  const { counts } = (meta ?? {}) as Partial<WorklistMeta>;
  const isFiltered = Object.keys(filterValues as WorklistFilter).length > 0;
  return data?.length === 0 && !isFiltered && !counts?.all;
}
