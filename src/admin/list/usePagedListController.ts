import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type ListControllerResult,
  type RaRecord,
  shallowEqual,
  type SortPayload,
  useGetList,
} from 'react-admin';
import { useStoredState } from './useStoredState';

type Filter = Readonly<Record<string, unknown>>;

/** What `meta` says about the shown rows, besides what the data provider adds. */
export interface PageMeta {
  /** There are more records than were counted. */
  readonly more?: boolean;
  /** The server did not count the records: `total` is only right about the number of pages. */
  readonly isEstimate?: boolean;
  /** The cursor after the last row, where the next page starts. Without it, that page is requested by its number. */
  readonly next?: string;
  /**
   * The list has shrunk since the previous page was shown, and this page was requested by number: some of its records may now
   * be on the previous page.
   */
  readonly isShorter?: boolean;
  /** The filter of the rows in sight; that of a pending request is `filterValues`. */
  readonly filter: Filter;
}

export interface ListOptions<R extends RaRecord> {
  readonly resource: string;
  /** Records per page; may depend on the filter. */
  readonly perPage: number | ((filter: Filter) => number);
  readonly filterDefaultValues?: Filter;
  /** The initial order. */
  readonly sort?: SortPayload;
  /**
   * Where page, filter, order and scroll position are in the store when the list is opened again, as react-admin's `storeKey`;
   * false to start anew each time. The key of a List is its resource.
   */
  readonly storeKey?: string | false;
  /**
   * For a list that grows at its start: the filter that keeps the further pages as they were when this record was the first.
   */
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
  /** `next` of the page before, if the page was turned from there. */
  readonly after?: string;
  /** The list's total when the previous page was shown, if this page was requested from there without a cursor. */
  readonly formerTotal?: number;
  /** Chosen by the person instead of the list's own. */
  readonly perPage?: number;
}

interface LoadedPage<R> {
  readonly filter: Filter;
  readonly sort: SortPayload;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  /** From the data provider. */
  readonly meta: Partial<PageMeta>;
  readonly isShorter: boolean;
  readonly rows: R[];
}

const NO_FILTER: Filter = {};
const NO_META: Partial<PageMeta> = {};
const NOT_COUNTED = { more: false, isEstimate: false } satisfies Partial<PageMeta>;
const BY_ID: SortPayload = { field: 'id', order: 'DESC' };

/**
 * react-admin's list controller, with three differences: the rows stay while another page loads and when it fails; the state is
 * in memory only, never in the URL (docs/decisions/0033-staff-ui-kit.md, 0039-worklist-screen.md); and it does not subscribe to
 * the selection, so that selecting a row renders only what shows it (useRecordSelection). Setting a filter fetches again, even
 * if it equals the one before.
 *
 * @example
 * const controller = usePagedListController<AccountRecord>({ resource: RESOURCES.accounts, perPage: 25 });
 * return <ListContextProvider value={controller}>…</ListContextProvider>;
 */
export function usePagedListController<R extends RaRecord>({
  resource,
  perPage: perPageOf,
  filterDefaultValues = NO_FILTER,
  sort: firstSort = BY_ID,
  storeKey = false,
  pinTo,
  heading,
}: ListOptions<R>): ListControllerResult<R> {
  const [query, setQuery] = useStoredState<Query>(
    listKey(storeKey, 'params'),
    firstPageOf(filterDefaultValues, firstSort),
  );
  const [loaded, setLoaded] = useState<LoadedPage<R>>();
  const { page, filter, pinned, sort, after, formerTotal = 0 } = query;
  const usualPerPage = typeof perPageOf === 'number' ? perPageOf : perPageOf(filter);
  const perPage = query.perPage ?? usualPerPage;

  const list = useGetList<R>(
    resource,
    {
      pagination: { page, perPage },
      sort,
      filter: page === 1 ? filter : { ...filter, ...pinned },
      ...(after !== undefined && { meta: { after } }),
    },
    { placeholderData: keepPreviousData },
  );
  const { data, total = 0, isPlaceholderData, isFetching, error, refetch } = list;
  const meta = (list.meta ?? NO_META) as Partial<PageMeta>;

  const showPage = (next: number) => {
    const current = loaded?.filter === filter && loaded.sort === sort ? loaded : undefined;
    const first = current?.page === 1 ? current.rows[0] : undefined;
    const previous = current?.page === next - 1 ? current : undefined;
    const isCounted = previous && !previous.meta.next && !previous.meta.isEstimate;
    setQuery({
      ...query,
      page: next,
      after: previous?.meta.next,
      formerTotal: isCounted ? previous.total : undefined,
      pinned: pinTo && first ? pinTo(first) : pinned,
    });
  };
  /** Shows the first page of another filter, order or size. */
  const restart = (changes: Partial<Query>) =>
    setQuery((current) => ({
      ...current,
      page: 1,
      after: undefined,
      formerTotal: undefined,
      pinned: NO_FILTER,
      ...changes,
    }));
  const setFilters = (next: Filter) => restart({ filter: next });

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
    const isTurned = loaded?.page !== page;
    const isShorter = isTurned ? !meta.isEstimate && total < formerTotal : loaded.isShorter;
    const next = { filter, sort, page, perPage, total, meta, isShorter, rows: data };
    // Remembered here, as react-query drops the rows of the previous page once the next page has failed.
    if (!shallowEqual(loaded, next)) setLoaded(next);
  }

  const shownPage = error ? (loaded?.page ?? page) : page;
  const result = {
    resource,
    data: loaded?.rows,
    total: loaded?.total,
    meta: {
      ...NOT_COUNTED,
      ...loaded?.meta,
      isShorter: loaded?.isShorter ?? false,
      filter: loaded?.filter ?? NO_FILTER,
    },
    error: isFetching ? null : error,
    isPending: !loaded && (isFetching || !error),
    isFetching,
    isLoading: isFetching && !loaded,
    isPlaceholderData,
    refetch,
    page: shownPage,
    perPage: loaded?.perPage ?? perPage,
    hasPreviousPage: shownPage > 1,
    // The total says too little after rows before the page have left the list.
    hasNextPage:
      loaded !== undefined &&
      (loaded.meta.next !== undefined || shownPage * loaded.perPage < loaded.total),
    setPage: (next: number) => {
      // Choosing the page that failed requests it again.
      if (next === page) {
        void refetch();
        return;
      }
      markTurned();
      showPage(next);
    },
    setPerPage: (next: number) => restart({ perPage: next }),
    sort,
    setSort: (next: SortPayload) => restart({ sort: next }),
    filterValues: filter,
    displayedFilters: NO_FILTER,
    setFilters,
    showFilter: (name: string, value: unknown) => setFilters({ ...filter, [name]: value }),
    hideFilter: (name: string) =>
      setFilters(Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))),
    exporter: false,
  };
  // react-admin types the combinations of `data`, `error` and `isPending`, which are computed here one by one.
  return result as unknown as ListControllerResult<R>;
}

/**
 * Scrolls to the start of the list after a page turn and, if a person turned it, focuses the heading: the pager is out of sight
 * by then.
 * @returns a function that marks the next page turn as one by a person
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

/** The stored state of a list on its first page. */
export const firstPageOf = (filter: Filter, sort: SortPayload): Query => ({
  page: 1,
  filter,
  pinned: NO_FILTER,
  sort,
});

/** The key of a part of a list's state in the store; undefined for a list that starts anew each time. */
export const listKey = (storeKey: string | false, part: 'params' | 'scroll'): string | undefined =>
  storeKey === false ? undefined : `${storeKey}.list.${part}`;
