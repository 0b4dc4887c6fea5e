import { allEndpoints, takesKey } from '../../contract/calls/endpoints';
import { ApiError, isUnavailable, parseErrorResponse } from './ApiError';
import type { IsOffered, Middleware } from './middleware';
import { retryWithBackoff } from './retry';
import { currentSession, type TokenStore } from './tokenStore';

const KEY_BYTES = 16;
/** How long a key waits for the same write to be sent again. After that, the same content is a new write: a second call to a person. */
const MAX_AGE_MS = 60 * 60_000;

/**
 * Sends a write that adds something with an idempotency key, where the server offers 'idempotencyKeys', so that it can be repeated
 * and still happens once. Repeats it while no response comes or the server is still processing the first attempt; any other error
 * response is final. The same content keeps its key until it has succeeded, or an hour after it was sent last. Keys are in memory only,
 * and dropped with the end of the session.
 * @param resending set to whether a write is being repeated
 */
export function idempotency(
  tokens: TokenStore,
  isOffered: IsOffered,
  resending: { set(next: boolean): void },
): Middleware {
  /** By the call's name and content. */
  const keys = new Map<string, { key: string; owner: string | null; sentAt: number }>();
  let repeated = 0;

  tokens.subscribe(() => {
    // The user who is to sign in again continues with the same keys.
    if (tokens.waitForSignIn()) return;
    const owner = tokens.owner();
    for (const [write, entry] of keys) if (entry.owner !== owner) keys.delete(write);
  });

  const takeKey = (write: string, owner: string | null) => {
    const sentAt = Date.now();
    for (const [old, entry] of keys) if (sentAt - entry.sentAt > MAX_AGE_MS) keys.delete(old);
    const last = keys.get(write);
    const key = last?.owner === owner ? last.key : createKey();
    keys.set(write, { key, owner, sentAt });
    return key;
  };

  return async (call, next) => {
    const { name, request, signal } = call;
    if (!takesKey(allEndpoints[name]) || !(await isOffered('idempotencyKeys'))) return next(call);

    const { owner } = call.session;
    const write = name + JSON.stringify(request);
    const key = takeKey(write, owner);
    const keyed = {
      ...call,
      request: { ...request, headers: { ...request.headers, 'Idempotency-Key': key } },
    };
    let isRepeated = false;

    const attempt = async () => {
      signal?.throwIfAborted();
      const session = isRepeated ? currentSession(tokens) : call.session;
      const response = await next({ ...keyed, session });
      const { status, data, header } = response;
      const error = parseErrorResponse(status, data, header('retry-after'));
      if (isUndecided(error)) throw error;
      return response;
    };

    try {
      const response = await retryWithBackoff(attempt, {
        // Never as another user. A user who is to sign in again is waited for.
        shouldRetry: (error) =>
          isUndecided(error) && (tokens.owner() === owner || tokens.waitForSignIn() !== null),
        onRetry() {
          if (!isRepeated) repeated += 1;
          isRepeated = true;
          resending.set(true);
        },
      });
      // An HTML page does not confirm a write.
      const isDone = response.status === 200 && typeof response.data !== 'string';
      if (isDone && keys.get(write)?.key === key) keys.delete(write);
      return response;
    } finally {
      if (isRepeated) repeated -= 1;
      resending.set(repeated > 0);
    }
  };
}

/** Whether the outcome is unknown: no response, an unavailable server, or one that is still processing the request. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 409) return error.retryAfter !== undefined;
  return ['network', 'timeout'].includes(error.kind) || isUnavailable(error);
}

/** `crypto.randomUUID` exists only on encrypted pages. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
