/** Exchanging the stored pair of tokens. It comes with the HTTP client, so that no first paint waits for it. */
import type { TokenPair } from '../../contract/entities/session';
import type { TokenStore } from './createApi';
import { type Outcome, pause, pauseWished, tryUntilKnown, within } from './patience';
import type { RawAnswer } from './wire';

/** How long a second tab waits for the one that refreshes, in milliseconds. */
const LOCK_WAIT = 10_000;
/** How long a tab keeps the lock of a token that is used up, in milliseconds: until every tab has seen what replaced it. */
const LOCK_HOLD = 10_000;
/**
 * How long one try may take. A server may have exchanged the token and the answer been lost; it then says the same once
 * more, but not for long.
 */
const TRY_LIMIT = 10_000;

/**
 * Exchanges the pair that failed for a new one, unless another one is stored. While the server cannot be reached it is tried
 * again, without the lock in between; what is refused, or takes too long, has failed and forgets the pair (spec section 8).
 * @param failed the pair that is no good
 * @param exchange sends the refresh token
 * @param onAway told when the server cannot be reached
 * @returns whether there is a good pair afterwards
 */
export async function exchangeStored(
  tokens: TokenStore,
  failed: TokenPair,
  exchange: (refreshToken: string, signal: AbortSignal) => Promise<RawAnswer>,
  onAway: () => void,
): Promise<boolean> {
  const before = tokens.read();
  if (!before) return false;
  if (before.access_token !== failed.access_token) return true;

  const tryOnce = async (): Promise<Outcome<boolean>> => {
    if (!tokens.isStored(before)) return { known: tokens.read() !== null };
    const answer = await within(TRY_LIMIT, (signal) =>
      exchange(before.refresh_token, signal),
    ).catch(() => undefined);
    if (!answer || isAway(answer)) return { pause: answer ? pauseOf(answer) : 0 };
    const next = answer.status === 200 ? readPair(answer.data) : undefined;
    if (next) tokens.replace(before, next);
    else await tokens.clear(before, 'refused');
    return { known: tokens.read() !== null };
  };

  const outcome = await tryUntilKnown(() => asOnlyTab(tokens, before, tryOnce), onAway);
  if (outcome) return outcome.known;
  await tokens.clear(before, 'unreachable');
  return tokens.read() !== null;
}

/**
 * Runs it as the only tab that presents this refresh token. A tab may be granted a lock before its copy of local storage
 * shows what the tab before has stored, so each token has a lock of its own, which is kept once the token is used up: the
 * others wait for storage to change, no longer than `LOCK_WAIT`.
 */
async function asOnlyTab<Result>(
  tokens: TokenStore,
  pair: TokenPair,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!globalThis.navigator?.locks) return run();
  const name = `auth-refresh ${await digest(pair.refresh_token)}`;
  const waiting = new AbortController();
  void tokens.waitForChange(pair, LOCK_WAIT).then(() => waiting.abort());
  return new Promise((resolve) => {
    const runAndHold = async () => {
      const result = run();
      resolve(result);
      // A failure is the caller's.
      await result.catch(() => undefined);
      if (tokens.read()?.refresh_token !== pair.refresh_token) await pause(LOCK_HOLD);
    };
    navigator.locks
      .request(name, { signal: waiting.signal }, runAndHold)
      .catch(() => resolve(run()));
  });
}

/** Every script of the origin can read the names of locks, which no token belongs in. */
async function digest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return new Uint8Array(bytes).join('.');
}

/**
 * Makes a call that ends the session and answers the pair of a new one, and stores that. Who finds the old pair refused in
 * between, in any tab, waits for it before refreshing.
 */
export async function sendReplacing(
  tokens: TokenStore,
  send: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const person = tokens.owner();
  const before = tokens.read();
  if (!before) return send();
  return asOnlyTab(tokens, before, async () => {
    const replaced = tokens.read();
    const answer = await send();
    const next = answer.status === 200 ? readPair(answer.data) : undefined;
    if (next && replaced && tokens.owner() === person) tokens.replace(replaced, next);
    return answer;
  });
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
