/** The only place that touches HTTP. Downloaded with the first call, so that it does not delay the first paint. */
import axios from 'axios';
import { ApiError } from './ApiError';
import { allEndpoints, type RawInput, type Send } from './wire';

export { exchangeStored, sendReplacing } from './exchange';
export { createSubmit, limited } from './submit';

/** Milliseconds. */
const READ_TIMEOUT = 30_000;

/** As `createSend`. */
export function createHttpSend(baseUrl: string, language: () => string): Send {
  const client = axios.create({ baseURL: baseUrl, validateStatus: () => true });

  return async (name, input, bearer, signal) => {
    const endpoint = allEndpoints[name];
    try {
      const { status, data, headers } = await client.request<unknown>({
        method: endpoint.method,
        url: endpoint.path.replace('{id}', encodeURIComponent(input.params?.id ?? '')),
        params: input.query,
        data: endpoint.encoding === 'form' ? toForm(input.body) : input.body,
        headers: {
          ...(endpoint.encoding !== 'form' && { 'Content-Type': 'application/json' }),
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          'Accept-Language': language(),
          ...input.headers,
        },
        signal,
        // Reads give up; writes are never cut off by us, as nobody could tell whether they were done.
        timeout: endpoint.method === 'GET' ? READ_TIMEOUT : 0,
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

function toForm(body: RawInput['body']): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body ?? {})) form.set(key, String(value));
  return form;
}
