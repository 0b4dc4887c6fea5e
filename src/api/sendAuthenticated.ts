import type { AnyCallName } from '../../contract/calls';
import { allEndpoints } from '../../contract/calls/endpoints';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, type RawResponse, readDetail, saysNotApproved } from './ApiError';
import type { TokenStore } from './refreshTokens';
import type { RawRequest, Send } from './send';

/** A 403 by which some servers say that the token is invalid; any other 403 is about the role. */
const UNAUTHENTICATED = new Set<unknown>(['Not authenticated', 'Could not validate credentials']);

/** The session that a call is made in. */
export interface CallSession {
  readonly pair: TokenPair | null;
  readonly owner: ReturnType<TokenStore['owner']>;
}

/**
 * Returns a function that sends a call with the user's access token. After a 401 it refreshes the tokens, once per call, and
 * resends. If the session has ended under an open screen, it waits for its user to sign in again. It never sends a call as another
 * user than the one who made it, whose session it gets, as that may end while this file is downloaded. A refusal because the user's account is no longer approved ends the session for good.
 */
export function createAuthenticatedSend(
  tokens: TokenStore,
  refresh: (failed: TokenPair) => Promise<boolean>,
) {
  const isBack = async (signal: AbortSignal | undefined) => {
    const signIn = tokens.waitForSignIn();
    return signIn !== null && untilAborted(signIn, signal);
  };

  return async (
    { pair, owner }: CallSession,
    send: Send,
    name: AnyCallName,
    request: RawRequest,
    signal?: AbortSignal,
  ): Promise<RawResponse> => {
    // Calls about the session itself: on login, 401 means a wrong password.
    if (name === 'login') return send(name, request, pair?.access_token, signal);
    if (allEndpoints[name].access === 'refresh-token') {
      return send(name, request, pair?.refresh_token, signal);
    }

    const isWaiting = tokens.waitForSignIn() !== null;
    if (isWaiting && !(await isBack(signal))) throw new ApiError('status', { status: 401 });
    const user = isWaiting ? tokens.owner() : owner;
    const first = isWaiting ? tokens.read() : pair;
    const sendWith = async (current: TokenPair | null) => {
      const response = await send(name, request, current?.access_token, signal);
      // The detail of a public call, such as forgot password, may be about another account; of another status, about the request.
      const isAboutUser =
        allEndpoints[name].access !== 'public' && [401, 403].includes(response.status);
      if (current && isAboutUser && saysNotApproved(response)) {
        await tokens.clear(current, 'notApproved');
      }
      return response;
    };
    const response = await sendWith(first);
    if (!first || !isUnauthenticated(response)) return response;

    let failed = first;
    const resend = async () => {
      const next = tokens.read();
      if (!next || tokens.owner() !== user) return undefined;
      failed = next;
      const again = await sendWith(next);
      return isUnauthenticated(again) ? undefined : again;
    };
    // Another tab, or an earlier call, may have refreshed the tokens since.
    const isReplaced = (tokens.read() ?? first).access_token !== first.access_token;
    const withOther = isReplaced ? await resend() : undefined;
    if (withOther) return withOther;
    if (tokens.owner() === user && (await refresh(failed))) {
      const withNext = await resend();
      if (withNext) return withNext;
      await tokens.clear(failed, 'refused');
    }
    if (!(await isBack(signal)) || tokens.owner() !== user) return response;
    return sendWith(tokens.read());
  };
}

function isUnauthenticated({ status, data }: RawResponse): boolean {
  return status === 401 || (status === 403 && UNAUTHENTICATED.has(readDetail(data)));
}

/** @throws the signal's reason when it is aborted */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', abort);
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
