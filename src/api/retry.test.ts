import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './ApiError';
import { isRetryableRead, readRetryDelay, retryWithBackoff } from './retry';

describe('retryWithBackoff', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  const failing = () =>
    vi.fn<() => Promise<unknown>>(() => Promise.reject(new ApiError('network')));

  it('makes no more than the given number of retries', async () => {
    const attempt = failing();
    const result = retryWithBackoff(attempt, { shouldRetry: () => true, maxRetries: 2 });
    result.catch(() => undefined);
    await vi.runAllTimersAsync();
    await expect(result).rejects.toMatchObject({ kind: 'network' });
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  it('asks again after the delay whether to retry', async () => {
    const attempt = failing();
    let isWanted = true;
    const result = retryWithBackoff(attempt, { shouldRetry: () => isWanted });
    result.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(400);
    isWanted = false;
    await vi.runAllTimersAsync();
    await expect(result).rejects.toMatchObject({ kind: 'network' });
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('announces each retry before the delay', async () => {
    const onRetry = vi.fn<() => void>();
    const attempt = failing();
    attempt.mockRejectedValueOnce(new ApiError('timeout')).mockResolvedValueOnce('ok');
    const result = retryWithBackoff(attempt, { shouldRetry: () => true, onRetry });
    await vi.advanceTimersByTimeAsync(0);
    expect(onRetry).toHaveBeenCalledTimes(1);
    await vi.runAllTimersAsync();
    await expect(result).resolves.toBe('ok');
  });
});

describe('a read', () => {
  it('is retried when no response came or the server had an error', () => {
    expect(isRetryableRead(new ApiError('network'))).toBe(true);
    expect(isRetryableRead(new ApiError('status', { status: 503 }))).toBe(true);
  });

  it.each([400, 401, 403, 404, 422, 429])('is not retried after a %i', (status) => {
    expect(isRetryableRead(new ApiError('status', { status }))).toBe(false);
  });

  it('is not retried after a timeout of 30 seconds', () => {
    expect(isRetryableRead(new ApiError('timeout'))).toBe(false);
  });

  it('is retried after half a second to four seconds', () => {
    for (const retries of [0, 1, 2, 3, 10]) {
      const delays = Array.from({ length: 200 }, () => readRetryDelay(retries));
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
      expect(Math.max(...delays)).toBeLessThanOrEqual(4_000);
      expect(new Set(delays).size).toBeGreaterThan(1);
    }
  });
});
