import { useMemo, useState } from 'react';
import { useGetList } from 'react-admin';
import { SITE_LIST_PAGE_SIZE } from '../../../contract/constants';
import type { SiteRecord } from '../../dataProvider/sites';
import { filterOptions } from '../../shared/filterOptions';

const NONE: readonly SiteRecord[] = [];

/** All sites, narrowed by what is searched for, a page at a time (spec section 9); the server sends them all at once. */
export function useSiteList() {
  const { data, isFetching, error, refetch } = useGetList<SiteRecord>('sites');
  const [{ text, page: asked }, setView] = useState({ text: '', page: 1 });

  const found = useMemo(() => data && withName(data, text), [data, text]);
  const pages = Math.ceil((found?.length ?? 0) / SITE_LIST_PAGE_SIZE);
  // The page may have gone with its last site.
  const page = Math.max(1, Math.min(asked, pages));
  const start = (page - 1) * SITE_LIST_PAGE_SIZE;

  return {
    /** Whatever is searched for; empty until they have arrived. */
    all: data ?? NONE,
    rows: found?.slice(start, start + SITE_LIST_PAGE_SIZE),
    /** How many match; undefined while nothing is searched for. */
    foundCount: text.trim() === '' ? undefined : found?.length,
    text,
    search: (wanted: string) => setView({ text: wanted, page: 1 }),
    page,
    pages,
    goToPage: (next: number) => setView({ text, page: next }),
    isFetching,
    error: isFetching ? null : error,
    tryAgain: () => void refetch(),
    /** Resolves once the list has been read afresh, or could not be; joins a reading that is under way. */
    reread: async () => {
      await refetch({ cancelRefetch: false });
    },
  };
}

export type SiteListState = ReturnType<typeof useSiteList>;

function withName(sites: readonly SiteRecord[], text: string): readonly SiteRecord[] {
  const options = sites.map(({ id, name }) => ({ value: id, label: name }));
  const ids = new Set(filterOptions(options, text).map((option) => option.value));
  return sites.filter((site) => ids.has(site.id));
}
