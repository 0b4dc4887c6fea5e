import { useGetList } from 'react-admin';
import { ADD_USER_SITES } from '../../../contract/staffConstants';
import type { AccountSite } from '../../dataProvider/accounts';
import type { SiteRecord } from '../../dataProvider/sites';
import { useServices } from '../../app/services';
import { RESOURCES } from '../../app/routes';

/**
 * The sites to choose from for a new account: the fixed ones (spec section 2) or, where the provider has set that there are
 * none, all that exist. Our server adds a fixed site when it is first used.
 */
export function useSiteChoices() {
  const fixed = readFixedSites(useServices().settings.fixedSites);
  const hasFixed = fixed.length > 0;
  const {
    data = [],
    isError,
    isPending,
    refetch,
  } = useGetList<SiteRecord>(RESOURCES.sites, undefined, { enabled: !hasFixed });
  const choices: readonly AccountSite[] = hasFixed
    ? fixed.map((name) => ({ id: name, name }))
    : data;
  return { choices, isPending: !hasFixed && isPending, isError, refetch };
}

/** The names of the fixed sites; those of the specification where the page's host sets none. */
function readFixedSites(served: unknown): readonly string[] {
  return Array.isArray(served) ? served.filter((name) => typeof name === 'string') : ADD_USER_SITES;
}
