import type { TokenPair } from '../../contract/entities/session';
import type { TokenStore } from './createApi';
import { createWatched, type Watched } from './watched';
import type { RawAnswer } from './wire';

/** After how many milliseconds the code for it is asked for again, should it not arrive. */
const AGAIN = 2_000;

export interface Refresh {
  /**
   * Answers whether there is a good pair afterwards.
   * @param failed the pair that is no good; where another one is stored, nothing is exchanged
   */
  refresh(failed: TokenPair): Promise<boolean>;
  /** Whether the server is away and the exchange is being tried again. */
  readonly reconnecting: Watched<boolean>;
}

/**
 * Makes the function that exchanges the stored pair for a new one (spec section 4, "Auth"). In one tab all callers share
 * one exchange; across tabs a lock lets one tab exchange a token, and the others take over what it stored.
 * @param exchange sends the refresh token
 */
export function createRefresh(
  tokens: TokenStore,
  exchange: (refreshToken: string, signal: AbortSignal) => Promise<RawAnswer>,
): Refresh {
  const reconnecting = createWatched(false);
  const onAway = () => reconnecting.set(true);
  let running: Promise<boolean> | undefined;

  const run = async (failed: TokenPair): Promise<boolean> => {
    if (!tokens.read()) return false;
    const { exchangeStored } = await load(onAway);
    return exchangeStored(tokens, failed, exchange, onAway);
  };

  return {
    reconnecting,
    refresh: (failed) =>
      (running ??= run(failed).finally(() => {
        running = undefined;
        reconnecting.set(false);
      })),
  };
}

async function load(onAway: () => void) {
  for (;;) {
    try {
      return await import('./http');
    } catch {
      onAway();
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}
