import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { PAGE_SIZE } from '../../../contract/constants';
import type { ReferralRecord } from '../../dataProvider/referrals';

interface LoadedPage {
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly ReferralRecord[];
}

/**
 * The referral list, a page at a time (spec section 7, `/referral/mine`). Where the person is lives in memory only, never
 * in the address. While another page is on its way, and when it could not be loaded, the rows loaded last stay.
 */
export function useReferralList() {
  const [page, setPage] = useState(1);
  const [loaded, setLoaded] = useState<LoadedPage>();
  const list = useGetList<ReferralRecord>(
    'referrals',
    { pagination: { page, perPage: PAGE_SIZE.mine } },
    { placeholderData: keepPreviousData },
  );
  const { data, total = 0, isPlaceholderData, isFetching, error, refetch } = list;
  const pages = Math.ceil(total / PAGE_SIZE.mine);

  if (page > 1 && !isFetching && data?.length === 0) {
    // The page asked for is gone by now: on to the last one there is.
    setPage(Math.max(1, Math.min(page - 1, pages)));
  } else if (data && !isPlaceholderData && (data !== loaded?.rows || pages !== loaded.pages)) {
    // Remembered beside react-query, which forgets the rows before once the next page has failed.
    setLoaded({ page, pages, rows: data });
  }

  return {
    /** Undefined until the first page has arrived. */
    rows: loaded?.rows,
    page: error ? (loaded?.page ?? page) : page,
    pages: loaded?.pages ?? 0,
    goToPage: (next: number) => {
      setPage(next);
      window.scrollTo(0, 0);
    },
    isFetching,
    error: isFetching ? null : error,
    tryAgain: () => void refetch(),
  };
}
