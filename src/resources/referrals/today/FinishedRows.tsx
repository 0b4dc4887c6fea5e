import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import {
  type ListControllerResult,
  ListContextProvider,
  useDataProvider,
  useListContext,
} from 'react-admin';
import { ApiError } from '../../../api/ApiError';
import type { PageMeta } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { TodayMeta, TodayRecord } from '../../../dataProvider/contact';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { keepRows } from './keepRows';

/** A row of the list, or one that is finished. */
export type TodayRow = TodayRecord & {
  /**
   * What became of it since the list was read: the referral as it is now, null if the person sees it no more, undefined until
   * known.
   */
  readonly finished?: { readonly now: ReferralRecord | null | undefined };
};

/** What the page reads of its list. */
export type TodayListMeta = TodayMeta & PageMeta;

interface Kept {
  readonly filter: unknown;
  readonly page: number;
  readonly source: readonly TodayRecord[];
  readonly rows: readonly TodayRecord[];
}

/**
 * Keeps in the list in context what is not due any more since it was read, in its place and with what became of it, until the
 * person opens the list, its view or a page anew.
 */
export function FinishedRows({ children }: { children: ReactNode }) {
  const list = useListContext<TodayRecord>();
  const { data, page, meta, isPlaceholderData } = list;
  const filter = (meta as Partial<PageMeta> | undefined)?.filter;
  const [kept, setKept] = useState<Kept>();
  const isCurrent = kept !== undefined && kept.filter === filter && kept.page === page;
  if (data && !isPlaceholderData && !(isCurrent && kept.source === data)) {
    setKept({ filter, page, source: data, rows: isCurrent ? keepRows(kept.rows, data) : data });
  }
  const finished = useMemo(() => {
    const due = new Set(kept?.source.map(({ id }) => id));
    return kept?.rows.flatMap(({ id }) => (due.has(id) ? [] : [id])) ?? [];
  }, [kept]);
  const now = useNow(finished);
  const rows = useMemo(() => {
    const ids = new Set(finished);
    return kept?.rows.map((row): TodayRow => {
      if (!ids.has(row.id)) return row;
      const latest = now.get(row.id);
      return { ...row, ...latest, finished: { now: latest } };
    });
  }, [kept, finished, now]);
  const value = { ...list, data: rows } as unknown as ListControllerResult<TodayRow>;
  return <ListContextProvider value={value}>{children}</ListContextProvider>;
}

interface Found {
  readonly id: string;
  readonly now: ReferralRecord | null;
}

/** Reads what became of referrals, by id; those that could not be read are missing. */
function useNow(ids: readonly string[]): ReadonlyMap<string, ReferralRecord | null> {
  const provider = useDataProvider<StaffDataProvider>();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [RESOURCES.today, 'finished', { id }],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> => {
        try {
          const params = { id, signal };
          const { data } = await provider.getOne<ReferralRecord>(RESOURCES.referrals, params);
          return { id, now: data };
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return { id, now: null };
          throw error;
        }
      },
    })),
    combine: toMap,
  });
}

/** The same function each time, so that the result stays the same as long as the answers do. */
const toMap = (results: readonly { data: Found | undefined }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.id, data.now] as const] : [])));
