import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { type PageMeta, useCountQuery } from '../../../admin';
import { RESOURCES } from '../../../app/routes';

/** The counts when the shown list was loaded. */
interface Loaded {
  /** When the latest count at that time was made, in milliseconds since 1970. */
  readonly countedAt: number;
  /** The list's number of all referrals; null if it does not know it. */
  readonly listed: number | null;
  /** How many referrals there were; null until they are counted. */
  readonly count: number | null;
}

/**
 * How many referrals have arrived since the list in context was loaded. The menu counts the person's referrals every minute anyway:
 * a number above that of the list means arrivals, with any server. Deletions by others hide as many arrivals until the list is
 * loaded again.
 */
export function useArrivals(): number {
  const { data, total, meta, isFetching, error, filterValues } = useListContext();
  const { count, countedAt, recount } = useCountQuery(RESOURCES.referrals, { inBackground: true });
  const [loaded, setLoaded] = useState<Loaded>();

  const isLoaded = data !== undefined && !isFetching && !error;
  const { more = false, isEstimate = false } = (meta ?? {}) as Partial<PageMeta>;
  const listsAll = Object.keys(filterValues as object).length === 0 && !more && !isEstimate;
  const listed = listsAll ? (total ?? null) : null;
  if (!isLoaded && loaded) setLoaded(undefined);
  else if (isLoaded && loaded?.listed !== listed) setLoaded({ countedAt, listed, count: listed });

  // The list shows only a part of the referrals: counts all of them now.
  const isPart = isLoaded && listed === null;
  useEffect(() => {
    if (isPart) void recount();
  }, [isPart, recount]);

  const isNewer = loaded !== undefined && countedAt > loaded.countedAt;
  if (isNewer && loaded.count === null && count !== null) setLoaded({ ...loaded, count });
  if (!isNewer || loaded.count === null || count === null) return 0;
  return Math.max(0, count - loaded.count);
}
