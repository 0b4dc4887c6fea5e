/** Sends a write with an idempotency key, so that it can be repeated and still happens once. */
import type { AnyCallName } from '../../contract/calls';
import { ApiError, isUnavailable, parseErrorResponse, type RawResponse } from './ApiError';
import type { TokenStore } from './refreshTokens';
import { retryWithBackoff } from './retry';

const KEY_BYTES = 16;

/**
 * Repeats a write while no response comes or the server is still processing the first attempt. Any other error response is final.
 * The same content keeps its key until it has succeeded. Keys are in memory only, and dropped with the end of the session.
 * @param resending set to whether a write is being repeated
 */
export function createIdempotentSend(tokens: TokenStore, resending: { set(next: boolean): void }) {
  const keys = new Map<AnyCallName, { key: string; content: string; owner: string | null }>();
  let repeated = 0;

  tokens.subscribe(() => {
    // The user who is to sign in again continues with the same keys.
    if (tokens.waitForSignIn()) return;
    const owner = tokens.owner();
    for (const [name, entry] of keys) if (entry.owner !== owner) keys.delete(name);
  });

  const takeKey = (name: AnyCallName, content: string, owner: string | null) => {
    const last = keys.get(name);
    if (last?.content === content && last.owner === owner) return last.key;
    const key = createKey();
    keys.set(name, { key, content, owner });
    return key;
  };

  return async (
    name: AnyCallName,
    content: unknown,
    send: (key: string) => Promise<RawResponse>,
    signal?: AbortSignal,
  ): Promise<RawResponse> => {
    const owner = tokens.owner();
    const key = takeKey(name, JSON.stringify(content), owner);
    let isRepeated = false;

    const attempt = async () => {
      signal?.throwIfAborted();
      const response = await send(key);
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
      if (isDone && keys.get(name)?.key === key) keys.delete(name);
      return response;
    } finally {
      if (isRepeated) repeated -= 1;
      resending.set(repeated > 0);
    }
  };
}

export type IdempotentSend = ReturnType<typeof createIdempotentSend>;

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
