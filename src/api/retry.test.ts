import { expect, it } from 'vitest';
import { ApiError } from './ApiError';
import { isRetryableRead, readRetryDelay } from './retry';

it('tries again when no answer came or the server had trouble', () => {
  expect(isRetryableRead(new ApiError('network'))).toBe(true);
  expect(isRetryableRead(new ApiError('status', { status: 503 }))).toBe(true);
});

it.each([400, 401, 403, 404, 422, 429])('takes a %i for an answer', (status) => {
  expect(isRetryableRead(new ApiError('status', { status }))).toBe(false);
});

it('does not wait 30 seconds a second time', () => {
  expect(isRetryableRead(new ApiError('timeout'))).toBe(false);
});

it('pauses between half a second and four seconds', () => {
  for (const failures of [0, 1, 2, 3, 10]) {
    const pauses = Array.from({ length: 200 }, () => readRetryDelay(failures));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4_000);
    expect(new Set(pauses).size).toBeGreaterThan(1);
  }
});
