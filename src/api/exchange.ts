/** Exchanging the stored pair of tokens. It comes with the HTTP client, so that no first paint waits for it. */
import type { TokenPair } from '../../contract/entities/session';
import type { TokenStore } from './createApi';
import { type Outcome, pauseWished, tryUntilKnown, within } from './patience';
import type { RawAnswer } from './wire';

/** How long a second tab waits for the one that refreshes, in milliseconds. */
const LOCK_WAIT = 10_000;
/**
 * How long one try may take. A server may have exchanged the token and the answer been lost; it then says the same once
 * more, but not for long.
 */
const TRY_LIMIT = 10_000;

/**
 * Exchanges the stored pair for a new one. While the server cannot be reached it is tried again, without the lock in between;
 * what is refused, or takes too long, has failed and forgets the pair (spec section 8).
 * @param exchange sends the refresh token
 * @param onAway told when the server cannot be reached
 * @returns whether there is a good pair afterwards
 */
export async function exchangeStored(
  tokens: TokenStore,
  exchange: (refreshToken: string, signal: AbortSignal) => Promise<RawAnswer>,
  onAway: () => void,
): Promise<boolean> {
  const before = tokens.read();
  if (!before) return false;

  const tryOnce = async (): Promise<Outcome<boolean>> => {
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

  const outcome = await tryUntilKnown(() => underLock(tryOnce), onAway);
  if (outcome) return outcome.known;
  tokens.clear(before, 'unreachable');
  return tokens.read() !== null;
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
