import type { Middleware } from './middleware';
import { readPair, withTokenLock } from './refresh';
import type { TokenStore } from './tokenStore';

/**
 * Stores the tokens of a password change, which ends the session and returns the pair of a new one. Refreshes in any tab wait until
 * they are stored.
 */
export function replaceTokens(tokens: TokenStore): Middleware {
  return async (call, next) => {
    const before = call.name === 'changePassword' ? tokens.read() : null;
    if (!before) return next(call);
    const user = tokens.owner();
    return withTokenLock(tokens, before, async () => {
      const replaced = tokens.read();
      const response = await next(call);
      const pair = readPair(response);
      if (pair && replaced && tokens.owner() === user) tokens.replace(replaced, pair);
      return response;
    });
  };
}
