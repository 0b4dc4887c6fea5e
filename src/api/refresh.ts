import type { TokenPair } from '../../contract/entities/session';
import type { TokenStore } from './createApi';
import type { RawAnswer } from './wire';

/** How long a second tab waits for the one that refreshes, in milliseconds. */
const LOCK_WAIT = 10_000;
/**
 * How long one try may take. A server may have exchanged the token and the answer been lost; it then says the same once
 * more, but not for long.
 */
const TRY_LIMIT = 10_000;
/** The pauses between tries while the server is away, in milliseconds; the last one goes on. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];
/** How long it is tried in all before it counts as failed, in milliseconds. */
const BUDGET = 90_000;

/** Something that can be followed as it changes. */
export interface Watched<Value> {
  get(): Value;
  /** Calls back after each change. Answers how to stop. */
  subscribe(listener: () => void): () => void;
}

export interface Refresh {
  /** Answers whether there is a good pair afterwards. */
  refresh(): Promise<boolean>;
  /** Whether the server is away and the exchange is being tried again. */
  readonly reconnecting: Watched<boolean>;
}

/** What came of one try: a good pair, none any more, or no answer yet; then how long to pause at least, in milliseconds. */
type Outcome = { readonly isGood: boolean } | { readonly pause: number };

/**
 * Makes the function that exchanges the stored pair for a new one (spec section 4, "Auth"). In one tab all callers share
 * one exchange; across tabs a lock lets one exchange at a time, and who waited takes over what the other stored. While the
 * server cannot be reached it is tried again, without the lock in between; what is refused, or takes too long, has failed
 * and forgets the pair (spec section 8).
 * @param exchange sends the refresh token
 */
export function createRefresh(
  tokens: TokenStore,
  exchange: (refreshToken: string, signal: AbortSignal) => Promise<RawAnswer>,
): Refresh {
  const reconnecting = createWatched(false);
  let running: Promise<boolean> | undefined;

  const tryOnce = async (before: TokenPair): Promise<Outcome> => {
    const current = tokens.read();
    if (!current) return { isGood: false };
    if (current.refresh_token !== before.refresh_token) return { isGood: true };
    const answer = await within(TRY_LIMIT, (signal) =>
      exchange(current.refresh_token, signal),
    ).catch(() => undefined);
    if (!answer || isAway(answer)) return { pause: answer ? pauseWished(answer) : 0 };
    const next = answer.status === 200 ? readPair(answer.data) : undefined;
    if (next) tokens.replace(current, next);
    else tokens.clear(current, 'refused');
    return { isGood: tokens.read() !== null };
  };

  const tryUntilKnown = async (): Promise<boolean> => {
    const before = tokens.read();
    if (!before) return false;
    const end = Date.now() + BUDGET;
    for (let tries = 0; ; tries += 1) {
      const outcome = await underLock(() => tryOnce(before));
      if ('isGood' in outcome) return outcome.isGood;
      const left = end - Date.now();
      if (left <= 0) break;
      reconnecting.set(true);
      const usual = PAUSES[tries] ?? PAUSES.at(-1) ?? 0;
      await pause(Math.min(left, Math.max(usual, outcome.pause)));
    }
    tokens.clear(before, 'unreachable');
    return tokens.read() !== null;
  };

  return {
    reconnecting,
    refresh: () =>
      (running ??= tryUntilKnown().finally(() => {
        running = undefined;
        reconnecting.set(false);
      })),
  };
}

/** Runs it while no other tab does; who has waited too long no longer waits. */
async function underLock<Result>(run: () => Promise<Result>): Promise<Result> {
  if (!globalThis.navigator?.locks) return run();
  return within(LOCK_WAIT, (signal) =>
    navigator.locks.request('auth-refresh', { signal }, run),
  ).catch(run);
}

/** Runs something with a signal that is aborted after so many milliseconds. */
async function within<Result>(
  limit: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), limit);
  return run(patience.signal).finally(() => clearTimeout(timer));
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Whether nobody has decided about the token: the server could not, or a page came that is not the server's. */
function isAway({ status, data }: RawAnswer): boolean {
  return status === 429 || status >= 500 || (status === 200 && typeof data === 'string');
}

function pauseWished({ status, header }: RawAnswer): number {
  if (status !== 429 && status !== 503) return 0;
  const seconds = Number(header('retry-after'));
  return Number.isFinite(seconds) ? seconds * 1_000 : 0;
}

function readPair(data: unknown): TokenPair | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { access_token, refresh_token } = data as Partial<TokenPair>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  return { access_token, refresh_token };
}

function createWatched<Value>(first: Value): Watched<Value> & { set(next: Value): void } {
  const listeners = new Set<() => void>();
  let value = first;
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
