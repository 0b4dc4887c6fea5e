import type { TokenPair } from '../../contract/entities/session';
import type { TokenStore } from './createApi';
import { type Outcome, pauseWished, tryUntilKnown, within } from './patience';
import { createWatched, type Watched } from './watched';
import type { RawAnswer } from './wire';

/** How long a second tab waits for the one that refreshes, in milliseconds. */
const LOCK_WAIT = 10_000;
/**
 * How long one try may take. A server may have exchanged the token and the answer been lost; it then says the same once
 * more, but not for long.
 */
const TRY_LIMIT = 10_000;
export interface Refresh {
  /** Answers whether there is a good pair afterwards. */
  refresh(): Promise<boolean>;
  /** Whether the server is away and the exchange is being tried again. */
  readonly reconnecting: Watched<boolean>;
}

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

  const tryOnce = async (before: TokenPair): Promise<Outcome<boolean>> => {
    const current = tokens.read();
    if (!current) return { known: false };
    if (current.refresh_token !== before.refresh_token) return { known: true };
    const answer = await within(TRY_LIMIT, (signal) =>
      exchange(current.refresh_token, signal),
    ).catch(() => undefined);
    if (!answer || isAway(answer)) return { pause: answer ? pauseOf(answer) : 0 };
    const next = answer.status === 200 ? readPair(answer.data) : undefined;
    if (next) tokens.replace(current, next);
    else tokens.clear(current, 'refused');
    return { known: tokens.read() !== null };
  };

  const exchangeStored = async (): Promise<boolean> => {
    const before = tokens.read();
    if (!before) return false;
    const outcome = await tryUntilKnown(
      () => underLock(() => tryOnce(before)),
      () => reconnecting.set(true),
    );
    if (outcome) return outcome.known;
    tokens.clear(before, 'unreachable');
    return tokens.read() !== null;
  };

  return {
    reconnecting,
    refresh: () =>
      (running ??= exchangeStored().finally(() => {
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

/** Whether nobody has decided about the token: the server could not, or a page came that is not the server's. */
function isAway({ status, data }: RawAnswer): boolean {
  return status === 429 || status >= 500 || (status === 200 && typeof data === 'string');
}

/** What else may ask for a pause means another one. */
const pauseOf = (answer: RawAnswer) =>
  answer.status === 429 || answer.status === 503 ? pauseWished(answer) : 0;

function readPair(data: unknown): TokenPair | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { access_token, refresh_token } = data as Partial<TokenPair>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  return { access_token, refresh_token };
}
