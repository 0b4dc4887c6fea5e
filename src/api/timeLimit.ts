import { allEndpoints, type Endpoint, isSafe } from '../../contract/calls/endpoints';
import { ApiError } from './ApiError';
import type { Call, Middleware } from './middleware';

// In milliseconds.
/** Longer than the server works on any request. */
const LIMIT = 30_000;
/** If the response to a refresh was lost, the server repeats it, but only for a short time. */
const REFRESH_LIMIT = 10_000;

/** Aborts a request that takes too long, with an ApiError of kind `timeout`, or as soon as the caller aborts it. */
export const timeLimit: Middleware = async (call, next) => {
  const limit = limitOf(call);
  if (limit === undefined) return next(call);
  const { signal } = call;
  // Not `AbortSignal.any`: browsers in use lack it.
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(() => controller.abort(new ApiError('timeout')), limit);
  return next({ ...call, signal: controller.signal }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
};

/**
 * None for a write that cannot be repeated: after a timeout, its outcome would be unknown. None for a file, whose download takes as
 * long as it is large.
 */
function limitOf({ name, request }: Call): number | undefined {
  if (name === 'refresh') return REFRESH_LIMIT;
  const endpoint: Endpoint = allEndpoints[name];
  if (endpoint.answers === 'file') return undefined;
  const isRepeatable = isSafe(endpoint) || request.headers?.['Idempotency-Key'];
  return isRepeatable ? LIMIT : undefined;
}
