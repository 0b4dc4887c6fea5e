import axios from 'axios';
import { allEndpoints } from '../../contract/calls/endpoints';
import { setServerTime } from '../i18n/providerTime';
import { ApiError } from './ApiError';
import type { Send } from './middleware';
import { createXsrfToken } from './xsrfToken';

/**
 * Returns a function that sends a call over HTTP, through axios.
 * @param baseUrl the API's address, such as '/api'
 */
export function createHttp(baseUrl: string): Send {
  const client = axios.create({
    baseURL: baseUrl,
    validateStatus: () => true,
    // Ours (xsrfToken.ts): axios reads the cookie when it sends, for which a request would wait until after the next frame.
    xsrfCookieName: '',
  });
  const xsrfToken = createXsrfToken(baseUrl);

  return async ({ name, request, bearer, signal }) => {
    const { method, path, encoding, answers } = allEndpoints[name];
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
          ...xsrfToken.headers(),
          ...request.headers,
        },
        responseType: answers === 'file' ? 'blob' : undefined,
        signal,
      });
      const header = (wanted: string) => {
        const value: unknown = headers[wanted];
        return typeof value === 'string' ? value : undefined;
      };
      setServerTime(header('date'));
      xsrfToken.expectChange();
      const isRefusedFile = data instanceof Blob && (status < 200 || status > 299);
      return { status, data: isRefusedFile ? await readRefusal(data) : data, header };
    } catch {
      if (signal?.aborted) throw signal.reason;
      throw new ApiError('network');
    }
  };
}

/** The body of a refusal that was requested as a file; '' unless it is JSON. */
const readRefusal = (body: Blob): Promise<unknown> =>
  body
    .text()
    .then(JSON.parse)
    .catch(() => '');

function toForm(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body ?? {})) form.set(key, String(value));
  return form;
}
