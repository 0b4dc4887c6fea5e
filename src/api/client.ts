/** The client of the contract's calls: method, path and encoding come from contract/calls, the types from its schemas. */
import type { AnyCallName, CallInput, CallOutput } from '../../contract/calls';
import type { Feature } from '../../contract/calls/extras';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, type RawResponse } from './ApiError';
import type { IsOffered, RawRequest, Send } from './middleware';
import type * as Pipeline from './pipeline';
// oxlint-disable-next-line import/default -- made by scripts/build/chunkUrl.ts
import pipelineUrl from './pipeline?chunkUrl';
import { retryableImport } from './retryableImport';
import { retryWithBackoff } from './retry';
import { currentSession, type TokenStore } from './tokenStore';

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
  /** Downloads the pipeline, so that it is there when the network is not. */
  preload(): void;
  /** Connects the features of the server. Until then, calls carry only what every server takes. */
  setFeatures(features: Features): void;
}

const importPipeline = retryableImport(() => import('./pipeline'), pipelineUrl);
const loadPipeline = () =>
  importPipeline().catch(() => {
    throw new ApiError('network');
  });

/** @param send sends a call once; tests pass their own */
export function createClient(baseUrl: string, tokens: TokenStore, send?: Send): Api {
  const reconnecting = createObservable(false);
  const resending = createObservable(false);
  let features: Features | undefined;
  let pipeline: ReturnType<typeof Pipeline.createPipeline> | undefined;

  const isOffered: IsOffered = async (feature) => {
    await features?.load();
    return features?.offers(feature) === true;
  };
  const load = async () => {
    const { createHttp, createPipeline } = await loadPipeline();
    return (pipeline ??= createPipeline(send ?? createHttp(baseUrl), tokens, isOffered, {
      reconnecting,
      resending,
    }));
  };

  const callForAnswer = async (name: AnyCallName, ...rest: unknown[]) => {
    const [request = {}, { signal, version } = {}] = rest as [RawRequest?, CallOptions?];
    // Before the download, during which it may end.
    const session = currentSession(tokens);
    const { call } = await load();
    const { data, header } = await call({ name, request, session, version, signal });
    return { body: data, header } as never;
  };

  return {
    call: async (name, ...rest) =>
      (await (callForAnswer as Api['callForAnswer'])(name, ...rest)).body,
    callForAnswer,
    async refresh(failed) {
      if (!tokens.read()) return false;
      const onRetry = () => reconnecting.set(true);
      const forever = { shouldRetry: () => true, onRetry, budget: Infinity };
      const { refresh } = await retryWithBackoff(load, forever);
      return refresh(failed);
    },
    reconnecting,
    resending,
    preload() {
      loadPipeline().catch(() => {});
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
