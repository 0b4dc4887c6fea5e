/** The client of the contract's calls: method, path and encoding come from contract/calls, the types from its schemas. */
import type { AnyCallName, CallInput, CallOutput } from '../../contract/calls';
import type { Feature } from '../../contract/calls/extras';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, type RawResponse } from './ApiError';
import type { IdempotentSend } from './idempotency';
import type { TokenStore } from './refreshTokens';
import { retryWithBackoff } from './retry';
import type { CallSession } from './sendAuthenticated';
import type * as Transport from './transport';
import type { RawRequest, Send } from './send';
// oxlint-disable-next-line import/default -- made by scripts/build/chunkUrl.ts
import transportUrl from './transport?chunkUrl';

/** What the server offers beyond the specification. */
export interface Features {
  /** Asks the server once. Until it has answered, nothing is offered. */
  load(): Promise<void>;
  offers(feature: Feature): boolean;
}

/** A value for `useSyncExternalStore`. */
interface Observable<Value> {
  get(): Value;
  /** Calls the listener after each change. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

interface CallOptions {
  signal?: AbortSignal;
  /** The version of the record to be changed; sent to servers that take it. */
  version?: number;
}

type CallArguments<N extends AnyCallName> =
  object extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

export interface Api {
  /**
   * Makes a call as the signed-in user and returns the body of the response.
   * @throws ApiError for every failure; the signal's reason if it was aborted
   */
  call<N extends AnyCallName>(name: N, ...rest: CallArguments<N>): Promise<CallOutput<N>>;
  /** The same, with the response's headers. */
  callForAnswer<N extends AnyCallName>(
    name: N,
    ...rest: CallArguments<N>
  ): Promise<Pick<RawResponse, 'header'> & { readonly body: CallOutput<N> }>;
  /** Exchanges the pair that failed, once for concurrent callers. Resolves to whether the session continues. */
  refresh(failed: TokenPair): Promise<boolean>;
  /** Whether a refresh is being retried because the server is unreachable. */
  readonly reconnecting: Observable<boolean>;
  /** Whether a write is being retried because the server does not respond. */
  readonly resending: Observable<boolean>;
  /** Downloads the transport, so that it is there when the network is not. */
  preload(): void;
  /** Connects the features of the server. Until then, calls carry only what every server takes. */
  setFeatures(features: Features): void;
}

type AuthenticatedSend = ReturnType<typeof Transport.createAuthenticatedSend>;

let failedDownloads = 0;
/** `import()` answers in a later task, also for a module that is there: a call would wait for the next frame. */
let loadedTransport: typeof Transport | undefined;

async function loadTransport(): Promise<typeof Transport> {
  return (loadedTransport ??= await downloadTransport());
}

/** Browsers remember a failed download of a module until the page is reloaded: a retry needs another address. */
async function downloadTransport(): Promise<typeof Transport> {
  try {
    if (failedDownloads === 0) return await import('./transport');
    const address = `${transportUrl}?retry=${failedDownloads}`;
    return await import(/* @vite-ignore */ address);
  } catch {
    failedDownloads += 1;
    throw new ApiError('network');
  }
}

/** Downloads the transport with the first call; after a failure, with the next one. */
export function createLazyTransport(baseUrl: string): Send {
  let transport: Send | undefined;
  return async (...call) => {
    transport ??= (await loadTransport()).createTransport(baseUrl);
    return transport(...call);
  };
}

/** @param send sends a call once; tests pass their own */
export function createClient(
  baseUrl: string,
  tokens: TokenStore,
  send = createLazyTransport(baseUrl),
): Api {
  const reconnecting = createObservable(false);
  const resending = createObservable(false);
  let features: Features | undefined;
  let refreshing: Promise<boolean> | undefined;
  let idempotentSend: IdempotentSend | undefined;
  let authenticatedSend: AuthenticatedSend | undefined;

  const startRefresh = async (failed: TokenPair) => {
    if (!tokens.read()) return false;
    const onRetry = () => reconnecting.set(true);
    const forever = { shouldRetry: () => true, onRetry, budget: Infinity };
    const { refreshTokens } = await retryWithBackoff(loadTransport, forever);
    const exchange = (refreshToken: string, signal: AbortSignal) =>
      send('refresh', {}, refreshToken, signal);
    return refreshTokens(tokens, failed, exchange, onRetry);
  };
  const refresh = (failed: TokenPair) =>
    (refreshing ??= startRefresh(failed).finally(() => {
      refreshing = undefined;
      reconnecting.set(false);
    }));

  const currentSession = (): CallSession => ({ pair: tokens.read(), owner: tokens.owner() });
  const sendAuthenticated: AuthenticatedSend = async (...call) => {
    const { createAuthenticatedSend } = await loadTransport();
    authenticatedSend ??= createAuthenticatedSend(tokens, refresh);
    return authenticatedSend(...call);
  };

  const sendIdempotent = async (name: AnyCallName, request: RawRequest, signal?: AbortSignal) => {
    const { createIdempotentSend, withAttemptTimeout } = await loadTransport();
    idempotentSend ??= createIdempotentSend(tokens, resending);
    const attempt = (key: string) => {
      const keyed = { ...request, headers: { 'Idempotency-Key': key } };
      return sendAuthenticated(currentSession(), withAttemptTimeout(send), name, keyed, signal);
    };
    return idempotentSend(name, request, attempt, signal);
  };

  const sendReplacing: Send = async (...call) => {
    const { replaceTokens } = await loadTransport();
    return replaceTokens(tokens, () => send(...call));
  };

  const isOffered = async (feature: Feature) => {
    await features?.load();
    return features?.offers(feature) === true;
  };

  const callForAnswer = async (name: AnyCallName, ...rest: unknown[]) => {
    const [given = {}, { signal, version } = {}] = rest as [RawRequest?, CallOptions?];
    const session = currentSession();
    const { allEndpoints, readResponse } = await loadTransport();
    const { takes } = allEndpoints[name];
    const isVersioned =
      takes === 'version' && version !== undefined && (await isOffered('versions'));
    const request = isVersioned ? { ...given, headers: { 'If-Match': `"${version}"` } } : given;
    const isKeyed = takes === 'key' && (await isOffered('idempotencyKeys'));
    const sendOnce = name === 'changePassword' ? sendReplacing : send;
    const response = isKeyed
      ? await sendIdempotent(name, request, signal)
      : await sendAuthenticated(session, sendOnce, name, request, signal);
    return { body: readResponse(name, response), header: response.header } as never;
  };

  return {
    call: async (name, ...rest) =>
      (await (callForAnswer as Api['callForAnswer'])(name, ...rest)).body,
    callForAnswer,
    refresh,
    reconnecting,
    resending,
    preload() {
      loadTransport().catch(() => {});
    },
    setFeatures(known) {
      features = known;
    },
  };
}

function createObservable<Value>(initial: Value): Observable<Value> & { set(next: Value): void } {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
