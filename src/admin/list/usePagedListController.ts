import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type ListControllerResult,
  type RaRecord,
  shallowEqual,
  type SortPayload,
  useGetList,
  useRecordSelection,
} from 'react-admin';

type Filter = Readonly<Record<string, unknown>>;

/** What `meta` tells of the rows in sight. */
export interface PageMeta {
  /** There are more records than were counted. */
  readonly more?: boolean;
  /** `total` is right about the pages only: the server did not count the records. */
  readonly isEstimate?: boolean;
  /** The filter of the rows in sight; that of a pending request is `filterValues`. */
  readonly filter: Filter;
}

export interface ListOptions<R extends RaRecord> {
  readonly resource: string;
  /** Records per page; may depend on the filter. */
  readonly perPage: number | ((filter: Filter) => number);
  readonly filterDefaultValues?: Filter;
  /** For a list that grows at its start: the filter that pins the other pages to the list as it was when this record was first. */
  readonly pinTo?: (first: R) => object;
  /** The heading of a list that is part of a page: a page turn scrolls to it instead of to the top of the window. */
  readonly heading?: RefObject<HTMLElement | null>;
}

interface Query {
  readonly page: number;
  readonly filter: Filter;
  /** The filter that pins pages after the first. */
  readonly pinned: object;
  readonly sort: SortPayload;
  /** Chosen instead of the list's own. */
  readonly perPage?: number;
}

interface LoadedPage<R> {
  readonly filter: Filter;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly more: boolean;
  readonly isEstimate: boolean;
  readonly rows: R[];
}

const NO_FILTER: Filter = {};
const BY_ID: SortPayload = { field: 'id', order: 'DESC' };

/**
 * react-admin's list controller, with two differences: the rows stay while another page loads and when it fails, and the state is
 * in memory only, never in the URL (docs/decisions/0033-staff-ui-kit.md). Setting a filter fetches again, even if it equals the one before.
 */
export function usePagedListController<R extends RaRecord>({
  resource,
  perPage: perPageOf,
  filterDefaultValues = NO_FILTER,
  pinTo,
  heading,
}: ListOptions<R>): ListControllerResult<R> {
  const [query, setQuery] = useState<Query>({
    page: 1,
    filter: filterDefaultValues,
    pinned: NO_FILTER,
    sort: BY_ID,
  });
  const [loaded, setLoaded] = useState<LoadedPage<R>>();
  const [selectedIds, selection] = useRecordSelection<R>({ resource });
  const { page, filter, pinned, sort } = query;
  const usualPerPage = typeof perPageOf === 'number' ? perPageOf : perPageOf(filter);
  const perPage = query.perPage ?? usualPerPage;

  const list = useGetList<R>(
    resource,
    {
      pagination: { page, perPage },
      sort,
      filter: page === 1 ? filter : { ...filter, ...pinned },
    },
    { placeholderData: keepPreviousData },
  );
  const { data, total = 0, meta, isPlaceholderData, isFetching, error, refetch } = list;
  const { more = false, isEstimate = false } = (meta ?? {}) as Partial<PageMeta>;

  const showPage = (next: number) => {
    const first = loaded?.filter === filter && loaded.page === 1 ? loaded.rows[0] : undefined;
    setQuery({ ...query, page: next, pinned: pinTo && first ? pinTo(first) : pinned });
  };
  const setFilters = (next: Filter) =>
    setQuery({ ...query, page: 1, filter: next, pinned: NO_FILTER });

  // An equal filter, as a new object, has the same query key, which alone would not fetch again.
  const isFirstFilter = useRef(true);
  useEffect(() => {
    if (!isFirstFilter.current) void refetch({ cancelRefetch: false });
    isFirstFilter.current = false;
  }, [filter, refetch]);

  const markTurned = usePageTurn(page, heading);

  if (page > 1 && !isFetching && data?.length === 0) {
    // The page does not exist any more: show the last one.
    showPage(Math.max(1, Math.min(page - 1, Math.ceil(total / perPage))));
  } else if (data && !isPlaceholderData) {
    const next = { filter, page, perPage, total, more, isEstimate, rows: data };
    // Remembered here, as react-query drops the rows of the previous page once the next page has failed.
    if (!shallowEqual(loaded, next)) setLoaded(next);
  }

  const shownPage = error ? (loaded?.page ?? page) : page;
  const result = {
    resource,
    data: loaded?.rows,
    total: loaded?.total,
    meta: {
      more: loaded?.more ?? false,
      isEstimate: loaded?.isEstimate ?? false,
      filter: loaded?.filter ?? NO_FILTER,
    } satisfies PageMeta,
    error: isFetching ? null : error,
    isPending: !loaded && (isFetching || !error),
    isFetching,
    isLoading: isFetching && !loaded,
    isPlaceholderData,
    refetch,
    page: shownPage,
    perPage: loaded?.perPage ?? perPage,
    hasPreviousPage: shownPage > 1,
    hasNextPage: loaded ? shownPage * loaded.perPage < loaded.total : false,
    setPage: (next: number) => {
      // Choosing the page that failed requests it again.
      if (next === page) void refetch();
      else markTurned();
      showPage(next);
    },
    setPerPage: (next: number) => setQuery({ ...query, page: 1, perPage: next }),
    sort,
    setSort: (next: SortPayload) => setQuery({ ...query, page: 1, sort: next }),
    filterValues: filter,
    displayedFilters: NO_FILTER,
    setFilters,
    showFilter: (name: string, value: unknown) => setFilters({ ...filter, [name]: value }),
    hideFilter: (name: string) =>
      setFilters(Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))),
    exporter: false,
    selectedIds,
    onSelect: selection.select,
    onSelectAll: () => selection.select(loaded?.rows.map(({ id }) => id) ?? []),
    onToggleItem: selection.toggle,
    onUnselectItems: selection.clearSelection,
  };
  // react-admin types the combinations of `data`, `error` and `isPending`, which are computed here one by one.
  return result as unknown as ListControllerResult<R>;
}

/**
 * Scrolls to the start of the list after a page turn and, if a person turned it, focuses the heading: the pager is out of sight
 * by then.
 * @returns marks the next page turn as a person's
 */
function usePageTurn(page: number, heading: RefObject<HTMLElement | null> | undefined) {
  const before = useRef(page);
  const isByPerson = useRef(false);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (heading) heading.current?.scrollIntoView({ block: 'nearest' });
    else window.scrollTo(0, 0);
    if (!isByPerson.current) return;
    isByPerson.current = false;
    (heading?.current ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [page, heading]);
  return () => {
    isByPerson.current = true;
  };
}
