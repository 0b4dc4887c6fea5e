/** Exchanges the stored token pair for a new one, in one tab at a time. */
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, parseErrorResponse, type RawResponse, saysNotApproved } from './ApiError';
import type { Send } from './middleware';
import { retryWithBackoff, sleep } from './retry';
import { currentSession, type TokenStore } from './tokenStore';

// In milliseconds.
const LOCK_WAIT = 10_000;
/** Until every tab has seen the new token. */
const LOCK_HOLD = 10_000;

/**
 * Returns a function that exchanges the pair that failed, once for concurrent callers. Resolves to whether the session continues.
 * @param reconnecting set while the exchange is being retried
 */
export function createRefresh(
  tokens: TokenStore,
  send: Send,
  reconnecting: { set(next: boolean): void },
) {
  let refreshing: Promise<boolean> | undefined;
  return (failed: TokenPair): Promise<boolean> =>
    (refreshing ??= exchange(tokens, failed, send, () => reconnecting.set(true)).finally(() => {
      refreshing = undefined;
      reconnecting.set(false);
    }));
}

/**
 * Exchanges the pair that failed, unless storage holds another one. Retries while the server is unreachable, without the lock
 * between attempts. Removes a pair that is refused or whose server stays unreachable (spec section 8).
 * @returns whether storage holds a valid pair afterwards
 */
async function exchange(
  tokens: TokenStore,
  failed: TokenPair,
  send: Send,
  onRetry: () => void,
): Promise<boolean> {
  const before = tokens.read();
  if (!before) return false;
  if (before.access_token !== failed.access_token) return true;

  const attempt = async () => {
    if (!tokens.isStored(before)) return;
    const response = await send({
      name: 'refresh',
      request: {},
      session: currentSession(tokens),
      bearer: before.refresh_token,
    });
    const error = readUnavailable(response);
    if (error) throw error;
    const next = readPair(response);
    if (next) tokens.replace(before, next);
    else await tokens.clear(before, saysNotApproved(response) ? 'notApproved' : 'refused');
  };

  try {
    await retryWithBackoff(() => withTokenLock(tokens, before, attempt), {
      shouldRetry: (error) => error instanceof ApiError,
      onRetry,
    });
  } catch {
    await tokens.clear(before, 'unreachable');
  }
  return tokens.read() !== null;
}

/**
 * Runs `run` while no other tab uses this refresh token. As a tab may get a lock before it sees what the previous tab stored, each
 * token has its own lock, held for a while after its use; other tabs wait for storage to change, up to `LOCK_WAIT`.
 */
export async function withTokenLock<Result>(
  tokens: TokenStore,
  pair: TokenPair,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!globalThis.navigator?.locks || !crypto.subtle) return run();
  const name = `auth-refresh ${await digest(pair.refresh_token)}`;
  const waiting = new AbortController();
  void tokens.waitForChange(pair, LOCK_WAIT).then(() => waiting.abort());
  return new Promise((resolve) => {
    const runAndHold = async () => {
      const result = run();
      resolve(result);
      // The caller handles the error.
      await result.catch(() => undefined);
      if (tokens.read()?.refresh_token !== pair.refresh_token) await sleep(LOCK_HOLD);
    };
    navigator.locks
      .request(name, { signal: waiting.signal }, runAndHold)
      .catch(() => resolve(run()));
  });
}

/** Any script of the origin can read the names of locks, so they must not contain tokens. */
async function digest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return new Uint8Array(bytes).join('.');
}

/** The error of a response that decides nothing about the token, such as a server error or the page of a captive portal. */
function readUnavailable({ status, data, header }: RawResponse): ApiError | undefined {
  if (status === 200 && typeof data === 'string') return new ApiError('unreadable');
  if (status !== 429 && status < 500) return undefined;
  return parseErrorResponse(status, data, header('retry-after'));
}

export function readPair({ status, data }: RawResponse): TokenPair | undefined {
  if (status !== 200 || typeof data !== 'object' || data === null) return undefined;
  const { access_token, refresh_token } = data as Partial<TokenPair>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  return { access_token, refresh_token };
}
