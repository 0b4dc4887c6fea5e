import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useServices } from '../shared/services';

/** Keeps nothing of what was read once its reader has signed out. */
export function useClearCacheOnSignOut(queryClient: QueryClient): void {
  const { session } = useServices();
  const forgotten = useRef<Query[]>([]);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status !== 'signed-out') return;
        forgotten.current = queryClient.getQueryCache().getAll();
        queryClient.clear();
      }),
    [session, queryClient],
  );

  useEffect(
    () => () => {
      // The screens that are just going away let go of their answers by a timer, which would hold them for minutes.
      const answers = forgotten.current;
      setTimeout(() => {
        for (const answer of answers) answer.destroy();
      });
    },
    [],
  );
}
