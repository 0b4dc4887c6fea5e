import { defaultScheduler, notifyManager, type Query, QueryClient } from '@tanstack/react-query';
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

/**
 * Shows what was read while a pointer is pressed only once it is released: new rows would move what is pressed from under it, and
 * a press that ends elsewhere is no click.
 */
export function useHoldUpdatesWhilePressed(): void {
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    let held: (() => void)[] | undefined;
    const press = ({ isPrimary, button, target }: PointerEvent) => {
      // The list of a select takes the release.
      if (isPrimary && button === 0 && !(target instanceof HTMLSelectElement)) held ??= [];
    };
    const release = () => {
      const updates = held ?? [];
      held = undefined;
      for (const update of updates) update();
    };
    notifyManager.setScheduler((update) => {
      if (held) held.push(update);
      else defaultScheduler(update);
    });
    window.addEventListener('pointerdown', press, options);
    // A release that the page is not told of, as over another window, shows at the next movement.
    const move = ({ buttons }: PointerEvent) => {
      if (held && buttons === 0) release();
    };
    window.addEventListener('pointermove', move, options);
    for (const type of ['pointerup', 'pointercancel', 'contextmenu'] as const) {
      // After the click, which comes in the same task as the release.
      window.addEventListener(type, () => void setTimeout(release), options);
    }
    return () => {
      listening.abort();
      notifyManager.setScheduler(defaultScheduler);
      release();
    };
  }, []);
}
