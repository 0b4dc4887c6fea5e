import { useMemo } from 'react';
import { type ListControllerResult, useGetList, useList } from 'react-admin';
import { SITE_LIST_PAGE_SIZE } from '../../../contract/constants';
import type { SiteRecord } from '../../dataProvider/sites';
import { filterOptions } from '../../shared/useSelectMenu';
import { RESOURCES } from '../../shared/routes';

const resource = RESOURCES.sites;
const perPage = SITE_LIST_PAGE_SIZE;
const NONE: readonly SiteRecord[] = [];

/** What the list of sites is filtered by. */
export interface SiteFilter {
  /** Part of the name. */
  readonly name?: string;
}

/**
 * All sites, filtered by name and paged (spec section 9) in the browser, as the server sends them all at once. react-admin's
 * useList stores filter and page; its rows are not used, as they come a render late and are none instead of an error.
 */
export function useSiteList() {
  const {
    data,
    isPending,
    isFetching,
    error: loadError,
    refetch,
  } = useGetList<SiteRecord>(resource);
  const state = useList<SiteRecord>({ resource, perPage, exporter: false });
  const { name = '' } = state.filterValues as SiteFilter;

  const found = useMemo(() => data && filterByName(data, name), [data, name]);
  const total = found?.length ?? 0;
  // The page may have gone with its last site.
  const page = Math.max(1, Math.min(state.page, Math.ceil(total / perPage)));

  const list = {
    ...state,
    resource,
    data: found?.slice((page - 1) * perPage, page * perPage),
    total,
    page,
    hasPreviousPage: page > 1,
    hasNextPage: page * perPage < total,
    isPending,
    isFetching,
    isLoading: isPending && isFetching,
    error: isFetching ? null : loadError,
    refetch,
  } as ListControllerResult<SiteRecord>;

  return {
    list,
    /** All sites, whatever the filter; none until they are loaded. */
    sites: data ?? NONE,
    isLoaded: data !== undefined,
    /** Turns to the page of a site; clears the filter if it excludes the site. */
    show: (site: SiteRecord) => {
      const isFound = found?.includes(site) === true;
      if (!isFound) list.setFilters({});
      const index = (isFound ? found : (data ?? NONE)).indexOf(site);
      list.setPage(Math.floor(index / perPage) + 1);
    },
  };
}

function filterByName(sites: readonly SiteRecord[], text: string): readonly SiteRecord[] {
  const options = sites.map(({ id, name }) => ({ value: id, label: name }));
  const ids = new Set(filterOptions(options, text).map((option) => option.value));
  return sites.filter((site) => ids.has(site.id));
}
