import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/ApiError';

const MAX_RETRIES = 3;
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 4_000;

/** How react-admin reads and writes: when it tries again, and when it reads afresh. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Rows are read afresh when a screen asks, not each time the window is looked at.
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
        retryDelay: retryPause,
        // Offline, a read fails and says so instead of waiting without a word.
        networkMode: 'always',
      },
      // A write is never sent later than it was asked for, and never twice.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** A refusal (4xx) stays one; who waited 30 s for nothing decides for themselves. */
export function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'network' || error.status >= 500;
}

/**
 * Longer with each failure, and never the same for all, so that a server that comes back is not overrun.
 * @returns milliseconds, 500 to 4,000
 */
export function retryPause(failures: number): number {
  const range = Math.min(LONGEST_PAUSE - SHORTEST_PAUSE, SHORTEST_PAUSE * 2 ** failures);
  return SHORTEST_PAUSE + Math.random() * range;
}
