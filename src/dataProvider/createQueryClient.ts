import { QueryClient } from '@tanstack/react-query';
import { isRetryableRead, READ_RETRIES, readRetryDelay } from '../api/retry';

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
