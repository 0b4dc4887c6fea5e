import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';

/** Milliseconds between counts, as records also come from outside. */
const REFETCH_INTERVAL = 60_000;

interface CountOptions {
  readonly enabled?: boolean;
  /** Also counts while the window is hidden. */
  readonly inBackground?: boolean;
}

/**
 * Counts the records of a resource that the person may see; null until known. Counted again every minute, when the window gets
 * the focus and with `useRefresh`, so that a person whose access was withdrawn sees a list from memory for no longer than that.
 *
 * @example
 * const count = useCount(RESOURCES.heldReferrals, { enabled: canAccess });
 * return count ? <p>{t('held.waiting', { smart_count: count })}</p> : null;
 */
export function useCount(resource: string, options?: CountOptions): number | null {
  return useCountQuery(resource, options).count;
}

/**
 * The same, with the time of the count.
 * @returns `countedAt` in milliseconds since 1970, 0 until known; `recount` counts at once
 *
 * @example
 * const { count, countedAt, recount } = useCountQuery(RESOURCES.referrals, { inBackground: true });
 */
export function useCountQuery(
  resource: string,
  { enabled = true, inBackground = false }: CountOptions = {},
) {
  const provider = useDataProvider<StaffDataProvider>();
  const { data, isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: [resource, 'count'],
    queryFn: async ({ signal }) => {
      const answer = await provider.count(resource, { signal });
      // If the session has ended, react-admin resolves without a result.
      return typeof answer?.data?.count === 'number' ? answer.data.count : null;
    },
    enabled,
    // Opening a menu that shows the number does not count again.
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    refetchIntervalInBackground: inBackground,
    refetchOnWindowFocus: 'always',
  });
  // A count that could not be refreshed may be wrong by now.
  return { count: isError ? null : (data ?? null), countedAt: dataUpdatedAt, recount: refetch };
}
