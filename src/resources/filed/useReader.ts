import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Reader } from '../../../contract/entities/filed';
import { RESOURCES } from '../../app/routes';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';

const KEY = [RESOURCES.filed, 'getReader'];

/** How the person reads referrals. */
export function useReader({ enabled = true } = {}) {
  const provider = useDataProvider<StaffDataProvider>();
  return useQuery({
    queryKey: KEY,
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getReader({ signal }))?.data ?? null,
    enabled,
  });
}

/** Returns a function that applies a change which the server has stored. */
export function useUpdateReader(): (change: Partial<Reader>) => void {
  const queries = useQueryClient();
  return (change) =>
    queries.setQueryData(
      KEY,
      (before: Reader | null | undefined) => before && { ...before, ...change },
    );
}
