import { useGetList } from 'react-admin';
import type { AccountRecord, AccountSite } from '../../../dataProvider/accounts';
import type { SiteRecord } from '../../../dataProvider/sites';

/**
 * The sites an account can be given: all there are, those it has, and those chosen before. A site may have been deleted
 * since, or the list not have come: saving a name must not drop it.
 */
export function useSiteOptions(account: AccountRecord, chosen: readonly AccountSite[]) {
  const { data = [], isPending, isError, refetch } = useGetList<SiteRecord>('sites');
  const sites = new Map<string, AccountSite>();
  for (const site of [...data, ...account.schools, ...chosen]) {
    if (!sites.has(site.id)) sites.set(site.id, site);
  }

  return {
    options: [...sites.values()].map(({ id, name }) => ({ value: id, label: name })),
    /** The sites of those options. */
    pick: (ids: readonly string[]): readonly AccountSite[] =>
      ids.flatMap((id) => sites.get(id) ?? []).map(({ id, name }) => ({ id, name })),
    isLoading: isPending,
    isFailed: isError,
    tryAgain: () => void refetch(),
  };
}
