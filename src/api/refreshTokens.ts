/** Exchanges the stored token pair for a new one, in one tab at a time. */
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, parseErrorResponse, type RawResponse, saysNotApproved } from './ApiError';
import { retryWithBackoff, sleep, withTimeout } from './retry';

/** Where the token pair is stored; the session store implements it. */
export interface TokenStore {
  /** Reads the pair from storage each time, as another tab may have changed it. */
  read(): TokenPair | null;
  isStored(pair: TokenPair): boolean;
  /** The username of the stored pair; null without one. */
  owner(): string | null;
  /** Stores the next pair, unless storage no longer holds `expected`: another tab signed out or was faster. */
  replace(expected: TokenPair, next: TokenPair): void;
  /** Removes a pair that was refused, or whose server is unreachable, unless storage holds another one. */
  clear(expected: TokenPair, why: 'refused' | 'notApproved' | 'unreachable'): Promise<void>;
  /** Resolves once storage holds another pair or none; after `limit` milliseconds at the latest. */
  waitForChange(pair: TokenPair, limit: number): Promise<void>;
  /** Resolves to whether the user of an ended session has signed in again; null unless an open screen waits for them. */
  waitForSignIn(): Promise<boolean> | null;
  /** Calls the listener after each change, in this tab or another. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

// In milliseconds.
const LOCK_WAIT = 10_000;
/** Until every tab has seen the new token. */
const LOCK_HOLD = 10_000;
/** If a response was lost, the server repeats it, but only for a short time. */
const ATTEMPT_TIMEOUT = 10_000;

/**
 * Exchanges the pair that failed, unless storage holds another one. Retries while the server is unreachable, without the lock
 * between attempts. Removes a pair that is refused or whose server stays unreachable (spec section 8).
 * @returns whether storage holds a valid pair afterwards
 */
export async function refreshTokens(
  tokens: TokenStore,
  failed: TokenPair,
  exchange: (refreshToken: string, signal: AbortSignal) => Promise<RawResponse>,
  onRetry: () => void,
): Promise<boolean> {
  const before = tokens.read();
  if (!before) return false;
  if (before.access_token !== failed.access_token) return true;

  const attempt = async () => {
    if (!tokens.isStored(before)) return;
    const response = await withTimeout(ATTEMPT_TIMEOUT, (signal) =>
      exchange(before.refresh_token, signal),
    );
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

/** Sends a call that ends the session and returns the pair of a new one. Refreshes in any tab wait until that is stored. */
export async function replaceTokens(
  tokens: TokenStore,
  send: () => Promise<RawResponse>,
): Promise<RawResponse> {
  const user = tokens.owner();
  const before = tokens.read();
  if (!before) return send();
  return withTokenLock(tokens, before, async () => {
    const replaced = tokens.read();
    const response = await send();
    const next = readPair(response);
    if (next && replaced && tokens.owner() === user) tokens.replace(replaced, next);
    return response;
  });
}

/**
 * Runs `run` while no other tab uses this refresh token. As a tab may get a lock before it sees what the previous tab stored, each
 * token has its own lock, held for a while after its use; other tabs wait for storage to change, up to `LOCK_WAIT`.
 */
async function withTokenLock<Result>(
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

function readPair({ status, data }: RawResponse): TokenPair | undefined {
  if (status !== 200 || typeof data !== 'object' || data === null) return undefined;
  const { access_token, refresh_token } = data as Partial<TokenPair>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  return { access_token, refresh_token };
}
