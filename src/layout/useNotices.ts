import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import { useFeature } from '../admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { RESOURCES } from '../shared/routes';

/** Milliseconds between requests; the same as between counts. */
const REFETCH_INTERVAL = 60_000;
const NONE: readonly string[] = [];

/**
 * The codes of the notices for the person, including those that only a newer server knows. The last known ones stay while requests
 * fail.
 */
export function useNotices(): readonly string[] {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('notices');
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.notices, action: 'list' });
  const { data } = useQuery({
    queryKey: [RESOURCES.notices],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.listNotices({ signal });
      return readCodes(answer);
    },
    enabled: isOffered && canAccess,
    refetchInterval: REFETCH_INTERVAL,
    refetchOnWindowFocus: true,
  });
  return data ?? NONE;
}

/** react-admin returns nothing when the session has ended, and a server may return anything. */
function readCodes(answer: readonly ({ readonly code?: unknown } | null)[] | undefined): string[] {
  const codes = (answer ?? []).map((notice) => notice?.code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
