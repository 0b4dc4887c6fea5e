import { useCallback, useMemo, useRef, useState } from 'react';
import { type ListControllerResult, useCanAccess, useGetList, useList } from 'react-admin';
import { SITE_LIST_PAGE_SIZE } from '../../../contract/staffConstants';
import { sameKey } from '../../../contract/textMatching';
import type { SiteRecord } from '../../dataProvider/sites';
import { useSiteName } from '../../i18n/useSiteName';
import { filterOptions } from '../../ui/useSelectMenu';
import { RESOURCES } from '../../app/routes';
import { useAddSite } from './AddSiteForm';
import type { NextFocus } from './useRowFocus';
import { useSiteMarks } from '../useSiteMarks';
import { useSiteCounts } from './useSiteCounts';

const resource = RESOURCES.sites;
const perPage = SITE_LIST_PAGE_SIZE;
const NONE: readonly SiteRecord[] = [];

/** The state of SiteManager, for dialog and page. */
export function useSiteManager() {
  const { sites, ...siteList } = useSiteList();
  const renames = useRenames();
  const marks = useSiteMarks();
  const add = useAddSite(marks !== undefined);
  const can = useSitePermissions();
  const counts = useSiteCounts(can.edit);
  const questions = useQuestions();
  const nextFocus = useNextFocus();

  return {
    ...siteList,
    sites,
    sameNames: useMemo(() => groupSameNames(sites), [sites]),
    renames,
    add,
    can,
    /** How much each site is used; undefined if the server does not count it. */
    counts,
    /** Which sites are the provider's own; undefined if the server does not say, or the person may not decide it. */
    marks,
    questions,
    nextFocus,
    openRename: renames.begin,
    closeRename: ({ id }: SiteRecord) => renames.end(id),
    /** Input exists that leaving would lose. */
    hasInput: add.hasInput || renames.hasInput(sites),
  };
}

export type SiteManagement = ReturnType<typeof useSiteManager>;

/** The groups of sites whose names are the same by `sameKey`. */
function groupSameNames(sites: readonly SiteRecord[]): readonly (readonly SiteRecord[])[] {
  const groups = new Map<string, SiteRecord[]>();
  for (const site of sites) {
    const key = sameKey(site.name);
    groups.set(key, [...(groups.get(key) ?? []), site]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** What the list of sites is filtered by. */
export interface SiteFilter {
  /** Part of the name. */
  readonly name?: string;
}

/**
 * All sites, filtered by name and paged (spec section 9) in the browser, as the server sends them all at once. react-admin's
 * useList stores filter and page; its rows are not used, as they come one render late, and are empty instead of an error.
 */
function useSiteList() {
  const {
    data,
    isPending,
    isFetching,
    error: loadError,
    refetch,
  } = useGetList<SiteRecord>(resource);
  const state = useList<SiteRecord>({ resource, perPage, exporter: false });
  const { name = '' } = state.filterValues as SiteFilter;

  const siteName = useSiteName();
  const found = useMemo(() => data && filterByName(data, name, siteName), [data, name, siteName]);
  const total = found?.length ?? 0;
  // The page may no longer exist after its last site was deleted.
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
    /** All sites, unfiltered; empty until loaded. */
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

function filterByName(
  sites: readonly SiteRecord[],
  text: string,
  siteName: (name: string) => string,
): readonly SiteRecord[] {
  const options = sites.map(({ id, name }) => ({ value: id, label: siteName(name), alias: name }));
  const ids = new Set(filterOptions(options, text).map((option) => option.value));
  return sites.filter((site) => ids.has(site.id));
}

/** A new name that is being entered for a site. */
export interface Rename {
  readonly text: string;
  /** The site as it was when the renaming began. */
  readonly base: SiteRecord;
  /** The field gets the focus when it is rendered for the first time. */
  readonly takesFocus: boolean;
}

const NO_RENAMES: ReadonlyMap<string, Rename> = new Map();

/**
 * The sites that are being renamed, by id. Stored above the rows, so that no input is lost while its row is on another page or
 * does not match the search.
 */
function useRenames() {
  const [renames, setRenames] = useState(NO_RENAMES);
  const set = (site: SiteRecord, changes: Partial<Rename>) =>
    setRenames((before) => {
      const rename = before.get(site.id) ?? { text: site.name, base: site, takesFocus: false };
      return new Map(before).set(site.id, { ...rename, ...changes });
    });

  return {
    /** Undefined if the site is not being renamed. */
    get: (id: string) => renames.get(id),
    begin: (site: SiteRecord) => set(site, { takesFocus: true }),
    change: (site: SiteRecord, changes: Partial<Rename>) => set(site, changes),
    end: (id: string) =>
      setRenames((before) => new Map([...before].filter(([renamed]) => renamed !== id))),
    /** Whether a name was entered that differs from the site's. */
    hasInput: (sites: readonly SiteRecord[]) =>
      sites.some(({ id, name }) => (renames.get(id)?.text ?? name) !== name),
  };
}

/** Where the focus goes once a row has changed; set by whatever changes a row, taken by the row. */
function useNextFocus() {
  const next = useRef<NextFocus>(undefined);
  const set = useCallback((siteId: string, target: NextFocus['target']) => {
    next.current = { siteId, target };
  }, []);
  /** The button of this site that gets the focus, once; undefined if none does. */
  const take = useCallback((siteId: string) => {
    if (next.current?.siteId !== siteId) return undefined;
    const { target } = next.current;
    next.current = undefined;
    return target;
  }, []);
  return { set, take };
}

/** The sites that are asked about before they are deleted, by id. */
function useQuestions() {
  const [ids, setIds] = useState<readonly string[]>([]);
  const end = useCallback(
    (id: string) =>
      setIds((before) => (before.includes(id) ? before.filter((each) => each !== id) : before)),
    [],
  );
  return {
    has: (id: string) => ids.includes(id),
    ask: (id: string) => setIds((before) => [...before, id]),
    end,
  };
}

/** What the person may do with sites. Asked once for the list, not per row. */
function useSitePermissions() {
  const create = useCanAccess({ resource, action: 'create' });
  const edit = useCanAccess({ resource, action: 'edit' });
  const remove = useCanAccess({ resource, action: 'delete' });
  const poster = useCanAccess({ resource, action: 'poster' });
  return {
    isPending: [create, edit, remove, poster].some(({ isPending }) => isPending),
    create: create.canAccess === true,
    edit: edit.canAccess === true,
    delete: remove.canAccess === true,
    makePoster: poster.canAccess === true,
  };
}
