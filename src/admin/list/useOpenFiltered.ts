import { type SortPayload, useStoreContext } from 'react-admin';
import { useNavigate } from 'react-router';
import { firstPageOf, listKey } from './usePagedListController';

/**
 * Returns a function that opens the page of a list with a filter in place of the one it has. The filter is in the store, which is in
 * memory, so that no address names what a person looks for; the order stays.
 * @param sort the order of a list that was not opened before
 *
 * @example
 * const openFiltered = useOpenFiltered(RESOURCES.referrals, NEWEST_FIRST);
 * return <button type="button" onClick={() => openFiltered(routes.referrals.path, { site: site.id })}>…</button>;
 */
export function useOpenFiltered(resource: string, sort: SortPayload) {
  const { getItem, setItem } = useStoreContext();
  const navigate = useNavigate();
  return (path: string, filter: Readonly<Record<string, unknown>>) => {
    const key = listKey(resource, 'params') ?? '';
    const stored = getItem<{ sort?: SortPayload }>(key);
    setItem(key, firstPageOf(filter, stored?.sort ?? sort));
    void navigate(path);
  };
}
