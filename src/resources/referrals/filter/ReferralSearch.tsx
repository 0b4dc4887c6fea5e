import { useListContext } from 'react-admin';
import { ListSearch } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { withFilter } from './filterValues';

/** One search for a name, phone number or tracking ID, where the server offers 'worklist'. */
export function ReferralSearch() {
  const isOffered = useFeature('worklist');
  const { filterValues, setFilters } = useListContext();
  const search = (q: string) => setFilters(withFilter(filterValues as WorklistFilter, 'q', q));
  return isOffered && <ListSearch onSearch={search} />;
}
