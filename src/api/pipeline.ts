/**
 * The middlewares of every call, in their order. Downloaded with the first call, after the first paint, as one file: the network
 * may be down when one of them is needed.
 */
import { authentication } from './authentication';
import { idempotency } from './idempotency';
import { compose, type IsOffered, type Send } from './middleware';
import { readResponse } from './readResponse';
import { createRefresh } from './refresh';
import { replaceTokens } from './replaceTokens';
import { timeLimit } from './timeLimit';
import type { TokenStore } from './tokenStore';
import { versionHeader } from './versionHeader';

export { createHttp } from './http';

/**
 * @param reconnecting set while a refresh is being retried
 * @param resending set while a write is being retried
 */
export function createPipeline(
  http: Send,
  tokens: TokenStore,
  isOffered: IsOffered,
  { reconnecting, resending }: Record<'reconnecting' | 'resending', { set(next: boolean): void }>,
) {
  const refresh = createRefresh(tokens, compose([timeLimit], http), reconnecting);
  const middlewares = [
    readResponse,
    versionHeader(isOffered),
    idempotency(tokens, isOffered, resending),
    authentication(tokens, refresh),
    replaceTokens(tokens),
    timeLimit,
  ];
  return { call: compose(middlewares, http), refresh };
}
