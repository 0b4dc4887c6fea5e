/** HTTP, through axios, and what else only a call needs. Downloaded with the first call, after the first paint. */
import axios from 'axios';
import { allEndpoints, isSafe } from '../../contract/calls/endpoints';
import { ApiError } from './ApiError';
import { withTimeout } from './retry';
import type { Send } from './send';

// In the same file, as the network may be down when they are needed.
export { allEndpoints } from '../../contract/calls/endpoints';
export { createIdempotentSend } from './idempotency';
export { readResponse } from './readResponse';
export { refreshTokens, replaceTokens } from './refreshTokens';
export { createAuthenticatedSend } from './sendAuthenticated';

// In milliseconds.
const READ_TIMEOUT = 30_000;
/** Longer than the server works on any request. */
const ATTEMPT_TIMEOUT = 30_000;

/** @param baseUrl the API's address, such as '/api' */
export function createTransport(baseUrl: string): Send {
  const client = axios.create({
    baseURL: baseUrl,
    validateStatus: () => true,
    // No cookie is read, for which a request would wait until after the next frame.
    xsrfCookieName: '',
  });

  return async (name, request, bearer, signal) => {
    const endpoint = allEndpoints[name];
    const { method, path, encoding } = endpoint;
    try {
      const { status, data, headers } = await client.request<unknown>({
        method,
        url: path.replace('{id}', encodeURIComponent(request.params?.id ?? '')),
        params: request.query,
        data: encoding === 'form' ? toForm(request.body) : request.body,
        headers: {
          ...(encoding !== 'form' && { 'Content-Type': 'application/json' }),
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          // The language of the emails that the call sends.
          'Accept-Language': document.documentElement.lang,
          ...request.headers,
        },
        signal,
        // A write has no time limit: after one, its outcome would be unknown.
        timeout: isSafe(endpoint) ? READ_TIMEOUT : 0,
      });
      const header = (wanted: string) => {
        const value: unknown = headers[wanted];
        return typeof value === 'string' ? value : undefined;
      };
      return { status, data, header };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const isLate = error instanceof Error && 'code' in error && error.code === 'ECONNABORTED';
      throw new ApiError(isLate ? 'timeout' : 'network');
    }
  };
}

/** Limits the time of each request, for writes that may be repeated. */
export function withAttemptTimeout(send: Send): Send {
  return (name, request, bearer, signal) =>
    withTimeout(ATTEMPT_TIMEOUT, (limited) => send(name, request, bearer, limited), signal);
}

function toForm(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body ?? {})) form.set(key, String(value));
  return form;
}
