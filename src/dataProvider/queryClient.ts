import { type Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isRetryableRead, READ_RETRIES, readRetryDelay } from '../api/retry';
import { useServices } from '../app/services';

/** How react-admin reads and writes: when it retries, and when it refetches. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Screens refetch when they ask for it, not each time the window gets focus.
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < READ_RETRIES && isRetryableRead(error),
        retryDelay: readRetryDelay,
        // Offline, a read fails and says so instead of waiting silently.
        networkMode: 'always',
      },
      // A write is never sent later than it was asked for, and never twice.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Clears the query cache on sign-out. */
export function useClearCacheOnSignOut(queryClient: QueryClient): void {
  const { session } = useServices();
  const cleared = useRef<Query[]>([]);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status !== 'signed-out') return;
        cleared.current = queryClient.getQueryCache().getAll();
        queryClient.clear();
      }),
    [session, queryClient],
  );

  useEffect(
    () => () => {
      // The observers of the screens that unmount now start a timer for each query, which would hold its data for minutes.
      const queries = cleared.current;
      setTimeout(() => {
        for (const query of queries) query.destroy();
      });
    },
    [],
  );
}
