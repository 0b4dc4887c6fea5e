/**
 * The calls of the contract, made as whoever is signed in. A call is named as in contract/calls; its method, path and
 * encoding come from there, and its types from the schemas.
 */
import type { AnyCallName, CallInput, CallOutput } from '../../contract/calls';
import type { Feature } from '../../contract/calls/extras';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError } from './ApiError';
import { readAnswer } from './readAnswer';
import { createRefresh, type Refresh } from './refresh';
import { createSend } from './send';
import type { createSubmit } from './submit';
import { createWatched, type Watched } from './watched';
import { allEndpoints, type RawAnswer, type RawInput, type Send } from './wire';

/** Where the pair of tokens lives; the session store implements it. */
export interface TokenStore {
  read(): TokenPair | null;
  /** Whether this pair is what storage shows. */
  isStored(pair: TokenPair): boolean;
  /** Whom the stored pair speaks for; null when there is none. */
  owner(): string | null;
  /** Stores the next pair, unless `expected` is no longer what is stored (another tab signed out or was faster). */
  replace(expected: TokenPair, next: TokenPair): void;
  /** Forgets the pair, unless `expected` is no longer what is stored; a refused one not before storage has settled. */
  clear(expected: TokenPair, why: 'refused' | 'unreachable'): Promise<void>;
  /** Resolves once another pair than this one is stored, or none; after `limit` milliseconds at the latest. */
  waitForChange(pair: TokenPair, limit: number): Promise<void>;
  /**
   * While the screen of a session that ended waits for its person: whether they have signed in again, as soon as that is
   * known. Null when nothing waits.
   */
  waitForSignIn(): Promise<boolean> | null;
  /** Calls back after each change of who is signed in. Answers how to stop. */
  subscribe(listener: () => void): () => void;
}

/** What the server offers beyond the specification. */
export interface Offers {
  /** Asks the server, once. Until it has answered, nothing is offered. */
  load(): Promise<void>;
  offers(feature: Feature): boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The version that is to be changed, of a record that has one; said to servers that take it. */
  version?: number;
}

type CallArguments<N extends AnyCallName> =
  object extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

/** What a call answers, with what its headers say. */
export interface Answered<N extends AnyCallName> {
  readonly body: CallOutput<N>;
  readonly header: (name: string) => string | undefined;
}

export interface Api {
  /**
   * Makes a call and answers its body. A call made as somebody whose session has ended mid-work waits until they have
   * signed in again, and is sent then.
   * @throws ApiError for every refusal and failure, but AbortError when `signal` was aborted
   */
  call<N extends AnyCallName>(name: N, ...rest: CallArguments<N>): Promise<CallOutput<N>>;
  /** The same, for a call whose headers matter too. */
  callForAnswer<N extends AnyCallName>(name: N, ...rest: CallArguments<N>): Promise<Answered<N>>;
  /** Exchanges the pair that failed for a new one, once for all who ask at the same time. Answers whether the session goes on. */
  readonly refresh: Refresh['refresh'];
  /** Whether the exchange is being tried again, as the server is away. */
  readonly reconnecting: Refresh['reconnecting'];
  /** Whether something that is to be added is being sent again, as the server does not answer. */
  readonly resending: Watched<boolean>;
  /** Fetches the code that sends, so that it is there when the network is not. */
  prepare(): void;
  /** Who knows what the server offers; until it is told, a call carries only what every server takes. */
  followOffers(offers: Offers): void;
}

/**
 * @param baseUrl where the API lives, such as '/api'
 * @param tokens the pair of the signed-in person
 * @param send how a call travels; a test passes its own
 */
export function createApi(baseUrl: string, tokens: TokenStore, send = createSend(baseUrl)): Api {
  const { refresh, reconnecting } = createRefresh(tokens, (refreshToken, signal) =>
    send('refresh', {}, refreshToken, signal),
  );

  let known: Offers | undefined;
  const offers = async (feature: Feature) => {
    await known?.load();
    return known?.offers(feature) === true;
  };
  const resending = createWatched(false);
  let submitting: ReturnType<typeof createSubmit> | undefined;
  const submit: ReturnType<typeof createSubmit> = async (...call) => {
    // With what has made the calls before: it must be here when the server is not.
    const http = await import('./http');
    const patient = { send: http.limited(send), tokens, refresh };
    submitting ??= http.createSubmit(tokens, (...again) => ask(patient, ...again), resending);
    return submitting(...call);
  };

  const replacePair: Send = async (...call) => {
    const { sendReplacing } = await import('./http');
    return sendReplacing(tokens, () => send(...call));
  };
  const sendFor = (name: AnyCallName) => (name === 'changePassword' ? replacePair : send);

  const callForAnswer = async (name: AnyCallName, ...rest: unknown[]) => {
    const [given = {}, { signal, version } = {}] = rest as [RawInput?, CallOptions?];
    const { takes } = allEndpoints[name];
    const isVersioned = takes === 'version' && version !== undefined && (await offers('versions'));
    const input = isVersioned ? { ...given, headers: { 'If-Match': `"${version}"` } } : given;
    const isKeyed = takes === 'key' && (await offers('idempotencyKeys'));
    const answer = isKeyed
      ? await submit(name, input, signal)
      : await ask({ send: sendFor(name), tokens, refresh }, name, input, signal);
    return { body: readAnswer(name, answer), header: answer.header } as never;
  };

  return {
    refresh,
    reconnecting,
    resending,
    prepare: () => {
      // What does not arrive now is asked for again when it is needed.
      import('./http').catch(() => {});
    },
    followOffers: (offering) => {
      known = offering;
    },
    callForAnswer,
    call: async (name, ...rest) =>
      (await (callForAnswer as Api['callForAnswer'])(name, ...rest)).body,
  };
}

interface Means {
  readonly send: Send;
  readonly tokens: TokenStore;
  readonly refresh: Refresh['refresh'];
}

/** Sends a call as the person who is signed in, and sees to it that nothing is ever sent as another one. */
async function ask(
  { send, tokens, refresh }: Means,
  name: AnyCallName,
  input: RawInput,
  signal?: AbortSignal,
): Promise<RawAnswer> {
  // These are about the session itself: on login, 401 means a wrong password.
  if (name === 'login') return send(name, input, tokens.read()?.access_token, signal);
  if (allEndpoints[name].access === 'refresh-token') {
    return send(name, input, tokens.read()?.refresh_token, signal);
  }

  const isBack = async () => {
    const back = tokens.waitForSignIn();
    return back !== null && orAborted(back, signal);
  };
  if (tokens.waitForSignIn() && !(await isBack())) throw new ApiError('status', { status: 401 });

  const person = tokens.owner();
  const first = tokens.read();
  const answer = await send(name, input, first?.access_token, signal);
  if (!isUnknown(answer) || !first) return answer;

  let failed = first;
  const sendAgain = async () => {
    const next = tokens.read();
    if (!next || tokens.owner() !== person) return undefined;
    failed = next;
    const again = await send(name, input, next.access_token, signal);
    return isUnknown(again) ? undefined : again;
  };
  // Another tab, or an earlier call, may have exchanged the token since. Never more than one refresh for one call.
  const withOther = isOther(tokens.read(), first) ? await sendAgain() : undefined;
  if (withOther) return withOther;
  if (tokens.owner() === person && (await refresh(failed))) {
    const withNext = await sendAgain();
    if (withNext) return withNext;
    await tokens.clear(failed, 'refused');
  }
  if (!(await isBack()) || tokens.owner() !== person) return answer;
  return send(name, input, tokens.read()?.access_token, signal);
}

/** How some servers say with a 403 that they do not know who asks; any other 403 is about the role. */
const UNKNOWN_CALLER = new Set<unknown>(['Not authenticated', 'Could not validate credentials']);

/** Whether the answer says that the token is no good. */
function isUnknown({ status, data }: RawAnswer): boolean {
  if (status !== 403) return status === 401;
  const isObject = typeof data === 'object' && data !== null;
  return isObject && 'detail' in data && UNKNOWN_CALLER.has(data.detail);
}

const isOther = (now: TokenPair | null, before: TokenPair) =>
  now !== null && now.access_token !== before.access_token;

/** Waits, but not longer than who asked. */
async function orAborted(
  back: Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!signal) return back;
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_never, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([back, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
