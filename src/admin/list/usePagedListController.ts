import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { PAGE_LIMITS } from '../../../contract/constants';

interface LoadedPage<Row> {
  readonly filter: object;
  readonly page: number;
  readonly pages: number;
  readonly more: boolean;
  readonly rows: readonly Row[];
}

export interface PagedList<Row> {
  /** Undefined until the first page has arrived. */
  readonly rows: readonly Row[] | undefined;
  /** What the rows are narrowed by, which may be older than what was asked for last. */
  readonly filter: object;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Whether there are further pages, uncounted, or further back than one can turn. */
  readonly more: boolean;
  goToPage(page: number): void;
  readonly isFetching: boolean;
  /** Why the rows asked for last did not come, if so. */
  readonly error: Error | null;
  tryAgain(): void;
}

interface Options<Row> {
  readonly perPage: number;
  readonly filter?: object;
  readonly asOf?: (first: Row) => object;
  readonly heading?: RefObject<HTMLElement | null>;
}

/** What a list may say of itself beside its rows. */
export interface PageMeta {
  /** There are more than were counted. */
  readonly more?: boolean;
}

const NO_FILTER = {};

/**
 * A list of records, a page at a time. Where the person is lives in memory only, never in the address. While another page
 * is on its way, and when it could not be loaded, the rows loaded last stay.
 * @param perPage records a page
 * @param asOf of a list that grows at its beginning: what narrows the other pages to the list as it was when this was its
 *   first record
 * @param heading of a list that is a part of its page: another page begins there, and not at the top of the window
 * @param filter narrows the list; with a new object, even of the same content, it is fetched afresh from its first page
 */
export function usePagedList<Row extends RaRecord>(
  resource: string,
  { perPage, filter = NO_FILTER, asOf, heading }: Options<Row>,
): PagedList<Row> {
  const [asked, setAsked] = useState({ page: 1, filter, past: NO_FILTER });
  const [loaded, setLoaded] = useState<LoadedPage<Row>>();
  if (asked.filter !== filter) setAsked({ page: 1, filter, past: NO_FILTER });
  const { page, past } = asked.filter === filter ? asked : { page: 1, past: NO_FILTER };
  const setPage = (next: number) => {
    const first = loaded?.filter === filter && loaded.page === 1 ? loaded.rows[0] : undefined;
    setAsked({ page: next, filter, past: asOf && first ? asOf(first) : past });
  };

  const list = useGetList<Row>(
    resource,
    { pagination: { page, perPage }, filter: page === 1 ? filter : { ...filter, ...past } },
    { placeholderData: keepPreviousData },
  );
  const { data, total = 0, meta, isPlaceholderData, isFetching, error, refetch } = list;
  const pages = Math.min(Math.ceil(total / perPage), PAGE_LIMITS.maxPage);
  const more = (meta as PageMeta | undefined)?.more === true || total > pages * perPage;

  // The same filter once more asks for the same page, which would not be fetched again by itself.
  useEffect(() => {
    if (filter !== NO_FILTER) void refetch({ cancelRefetch: false });
  }, [filter, refetch]);

  const before = useRef(page);
  const isTurned = useRef(false);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (heading) heading.current?.scrollIntoView({ block: 'nearest' });
    else window.scrollTo(0, 0);
    // Who turned the page reads on from there: the pager is out of sight by now, or its button is another one.
    if (!isTurned.current) return;
    isTurned.current = false;
    (heading?.current ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [page, heading]);

  if (page > 1 && !isFetching && data?.length === 0) {
    // The page asked for is gone by now: on to the last one there is.
    setPage(Math.max(1, Math.min(page - 1, pages)));
  } else if (
    data &&
    !isPlaceholderData &&
    !isSame(loaded, { filter, page, pages, more, rows: data })
  ) {
    // Remembered beside react-query, which forgets the rows before once the next page has failed.
    setLoaded({ filter, page, pages, more, rows: data });
  }

  return {
    rows: loaded?.rows,
    filter: loaded?.filter ?? NO_FILTER,
    page: error ? (loaded?.page ?? page) : page,
    pages: loaded?.pages ?? 0,
    more: loaded?.more ?? false,
    goToPage: (next: number) => {
      // The page that could not be had is asked for once more.
      if (next === page) void refetch();
      else isTurned.current = true;
      setPage(next);
    },
    isFetching,
    error: isFetching ? null : error,
    tryAgain: () => void refetch(),
  };
}

const isSame = (one: LoadedPage<unknown> | undefined, other: LoadedPage<unknown>) =>
  one?.rows === other.rows &&
  one.pages === other.pages &&
  one.more === other.more &&
  one.page === other.page &&
  one.filter === other.filter;
