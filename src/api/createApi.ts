/**
 * The only place that touches HTTP. A call is named as in contract/calls; its method, path and encoding come from there,
 * and its types from the schemas.
 */
import type { AxiosInstance, AxiosResponse } from 'axios';
import type { AnyCallName, CallInput, CallOutput } from '../../contract/calls';
import { type Endpoint, endpoints, extraEndpoints } from '../../contract/calls/endpoints';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, readRefusal } from './ApiError';
import { createRefresh } from './refresh';

/** Where the pair of tokens lives; the session store implements it. */
export interface TokenStore {
  read(): TokenPair | null;
  /** Stores the next pair, unless `expected` is no longer what is stored (another tab signed out or was faster). */
  replace(expected: TokenPair, next: TokenPair): void;
  /** Forgets the pair, unless `expected` is no longer what is stored. */
  clear(expected: TokenPair): void;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface Api {
  /**
   * Makes a call and answers its body.
   * @throws ApiError for every refusal and failure, but AbortError when `signal` was aborted
   */
  call<N extends AnyCallName>(
    name: N,
    ...rest: object extends CallInput<N>
      ? [input?: CallInput<N>, options?: CallOptions]
      : [input: CallInput<N>, options?: CallOptions]
  ): Promise<CallOutput<N>>;
  /** Exchanges the stored pair for a new one, once for all who ask at the same time. Answers whether the session goes on. */
  refresh(): Promise<boolean>;
}

interface RawInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Milliseconds. */
const READ_TIMEOUT = 30_000;
const allEndpoints: Record<AnyCallName, Endpoint> = { ...endpoints, ...extraEndpoints };

/**
 * @param baseUrl where the API lives, such as '/api'
 * @param tokens the pair of the signed-in person
 * @param language what the screens speak now: mails to the person follow it
 */
export function createApi(
  baseUrl: string,
  tokens: TokenStore,
  language: () => string = () => document.documentElement.lang,
): Api {
  let http: Promise<AxiosInstance> | undefined;

  /** Axios arrives with the first call, so that it does not delay the first paint; what failed to arrive is asked for again. */
  const transport = () =>
    (http ??= import('axios')
      .then(({ default: axios }) => axios.create({ baseURL: baseUrl, validateStatus: () => true }))
      .catch((error: unknown) => {
        http = undefined;
        throw error;
      }));

  const send = async (
    name: AnyCallName,
    input: RawInput,
    bearer: string | undefined,
    signal?: AbortSignal,
  ): Promise<AxiosResponse<unknown>> => {
    const endpoint = allEndpoints[name];
    try {
      const client = await transport();
      return await client.request({
        method: endpoint.method,
        url: endpoint.path.replace('{id}', encodeURIComponent(input.params?.id ?? '')),
        params: input.query,
        data: endpoint.encoding === 'form' ? toForm(input.body) : input.body,
        headers: {
          ...(endpoint.encoding !== 'form' && { 'Content-Type': 'application/json' }),
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          'Accept-Language': language(),
        },
        signal,
        // Reads give up; writes are never cut off by us, as nobody could tell whether they were done.
        timeout: endpoint.method === 'GET' ? READ_TIMEOUT : 0,
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const isLate = error instanceof Error && 'code' in error && error.code === 'ECONNABORTED';
      throw new ApiError(isLate ? 'timeout' : 'network');
    }
  };

  const refresh = createRefresh(tokens, (refreshToken) => send('refresh', {}, refreshToken));

  return {
    refresh,
    async call(name: AnyCallName, ...rest: unknown[]) {
      const [input = {}, options = {}] = rest as [RawInput?, CallOptions?];
      const pair = tokens.read();
      const usesRefreshToken = allEndpoints[name].access === 'refresh-token';
      const bearer = usesRefreshToken ? pair?.refresh_token : pair?.access_token;
      let answer = await send(name, input, bearer, options.signal);
      // Only a call made as someone can have been refused because the access token aged: on login, 401 means a wrong password.
      if (answer.status === 401 && pair && !usesRefreshToken && name !== 'login') {
        if (await refresh()) {
          answer = await send(name, input, tokens.read()?.access_token, options.signal);
        }
      }
      if (answer.status < 200 || answer.status > 299) {
        const retryAfter: unknown = answer.headers['retry-after'];
        throw readRefusal(
          answer.status,
          answer.data,
          typeof retryAfter === 'string' ? retryAfter : undefined,
        );
      }
      return answer.data as never;
    },
  };
}

function toForm(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body ?? {})) form.set(key, String(value));
  return form;
}
