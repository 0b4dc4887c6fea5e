import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { Setup } from '../../../contract/entities/setup';
import { RESOURCES } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';

const queryKey = [RESOURCES.setup];

export const isComplete = (setup: Setup): boolean => setup.steps.every(({ done }) => done);
const isOver = (setup: Setup | null | undefined): boolean =>
  Boolean(setup && (setup.dismissed || isComplete(setup)));

/**
 * The setup checklist; null until it is known, and for a person who may not manage it. Once it is over, it is not fetched again
 * in this session.
 */
export function useSetup(): Setup | null {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('setup');
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.setup, action: 'manage' });
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await provider.getSetup({ signal });
      // If the session has ended, react-admin resolves without a result.
      return (answer as { data: Setup | null } | undefined)?.data ?? null;
    },
    enabled: (query) => isOffered && canAccess && !isOver(query.state.data),
    gcTime: Infinity,
    // Settings change with a restart of the server, in another window.
    refetchOnWindowFocus: true,
  });
  return isOffered && canAccess ? (data ?? null) : null;
}

/** Changes the checklist that was loaded, or fetches it again. */
export function useSetupCache() {
  const queries = useQueryClient();
  return {
    change: (change: Partial<Setup>) =>
      queries.setQueryData<Setup | null>(queryKey, (setup) => setup && { ...setup, ...change }),
    refetch: () => void queries.invalidateQueries({ queryKey }),
  };
}
