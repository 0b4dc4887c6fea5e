import type { TokenPair } from '../../contract/entities/session';
import type { TokenStore } from './createApi';

/** How long a second tab waits for the one that refreshes, in milliseconds. */
const LOCK_WAIT = 10_000;

/**
 * Makes the function that exchanges the stored pair for a new one (spec section 4, "Auth"). In one tab all callers share
 * one exchange; across tabs a lock lets one exchange at a time, and who waited takes over what the other stored.
 * @param exchange sends the refresh token and answers the status and body
 * @returns whether there is a good pair afterwards; a failed exchange forgets the pair
 */
export function createRefresh(
  tokens: TokenStore,
  exchange: (refreshToken: string) => Promise<{ status: number; data: unknown }>,
): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;

  const exchangeOnce = async (before: TokenPair): Promise<boolean> => {
    const current = tokens.read();
    if (!current) return false;
    if (current.refresh_token !== before.refresh_token) return true;
    const answer = await exchange(current.refresh_token).catch(() => undefined);
    const next = answer?.status === 200 ? readPair(answer.data) : undefined;
    if (!next) {
      tokens.clear(current);
      return tokens.read() !== null;
    }
    tokens.replace(current, next);
    return tokens.read() !== null;
  };

  const run = async (): Promise<boolean> => {
    const before = tokens.read();
    if (!before) return false;
    if (!globalThis.navigator?.locks) return exchangeOnce(before);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LOCK_WAIT);
    return navigator.locks
      .request('auth-refresh', { signal: patience.signal }, () => exchangeOnce(before))
      .catch(() => exchangeOnce(before))
      .finally(() => clearTimeout(timer));
  };

  return () => (running ??= run().finally(() => (running = undefined)));
}

function readPair(data: unknown): TokenPair | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { access_token, refresh_token } = data as Partial<TokenPair>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  return { access_token, refresh_token };
}
