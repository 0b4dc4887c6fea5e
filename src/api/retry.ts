/** Retries with exponential backoff. Delays and time limits are in milliseconds. */
import { ApiError } from './ApiError';

/** Before the first retry; each further delay is twice as long, up to the maximum. */
const FIRST_DELAY = 500;
const MAX_DELAY = 8_000;
/** Until the last attempt. */
const BUDGET = 90_000;

export const READ_RETRIES = 3;
const MAX_READ_DELAY = 4_000;

interface RetryOptions {
  /** Asked after a failure and again after the delay. */
  readonly shouldRetry: (error: unknown) => boolean;
  /** Called before each delay. */
  readonly onRetry?: () => void;
  readonly delay?: (retries: number) => number;
  readonly maxRetries?: number;
  readonly budget?: number;
}

/**
 * Repeats an attempt until it succeeds, with delays no shorter than the server asks for.
 * @throws the last error
 */
export async function retryWithBackoff<Result>(
  attempt: () => Promise<Result>,
  { shouldRetry, onRetry, delay = backoff, maxRetries = Infinity, budget = BUDGET }: RetryOptions,
): Promise<Result> {
  const end = performance.now() + budget;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const left = end - performance.now();
      if (!shouldRetry(error) || left <= 0 || retries === maxRetries) throw error;
      onRetry?.();
      const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
      await sleep(Math.min(left, Math.max(delay(retries), requested)));
      if (!shouldRetry(error)) throw error;
    }
  }
}

const backoff = (retries: number) => Math.min(FIRST_DELAY * 2 ** retries, MAX_DELAY);

/** The delay before a read is retried: random, so that a server that comes back is not overrun. */
export function readRetryDelay(retries: number): number {
  return FIRST_DELAY + Math.random() * Math.min(MAX_READ_DELAY - FIRST_DELAY, backoff(retries));
}

/** Whether to retry a read: no response, or a server error. After a timeout the person decides, having waited long enough. */
export function isRetryableRead(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.status >= 500);
}

export const sleep = (delay: number) => new Promise<void>((resolve) => setTimeout(resolve, delay));
