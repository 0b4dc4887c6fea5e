import { allEndpoints } from '../../contract/calls/endpoints';
import type { TokenPair } from '../../contract/entities/session';
import { ApiError, type RawResponse, readDetail, saysNotApproved } from './ApiError';
import type { Middleware } from './middleware';
import { currentSession, type TokenStore } from './tokenStore';

/** A 403 by which some servers say that the token is invalid; any other 403 is about the role. */
const UNAUTHENTICATED = new Set<unknown>(['Not authenticated', 'Could not validate credentials']);

/**
 * Sends a call with the user's access token. After a 401 it refreshes the tokens, once per call, and resends. If the session has
 * ended under an open screen, it waits for its user to sign in again. It never sends a call as another user than the one who made
 * it. A refusal because the user's account is no longer approved ends the session for good.
 */
export function authentication(
  tokens: TokenStore,
  refresh: (failed: TokenPair) => Promise<boolean>,
): Middleware {
  const isBack = async (signal: AbortSignal | undefined) => {
    const signIn = tokens.waitForSignIn();
    return signIn !== null && untilAborted(signIn, signal);
  };

  return async (call, next) => {
    const { name, session, signal } = call;
    const { access } = allEndpoints[name];
    // Calls about the session itself: on login, 401 means a wrong password.
    if (name === 'login') return next({ ...call, bearer: session.pair?.access_token });
    if (access === 'refresh-token') return next({ ...call, bearer: session.pair?.refresh_token });

    const isWaiting = tokens.waitForSignIn() !== null;
    if (isWaiting && !(await isBack(signal))) throw new ApiError('status', { status: 401 });
    const { owner: user, pair: first } = isWaiting ? currentSession(tokens) : session;
    const sendWith = async (current: TokenPair | null) => {
      const response = await next({ ...call, bearer: current?.access_token });
      // The detail of a public call, such as forgot password, may be about another account; of another status, about the request.
      const isAboutUser = access !== 'public' && [401, 403].includes(response.status);
      if (current && isAboutUser && saysNotApproved(response)) {
        await tokens.clear(current, 'notApproved');
      }
      return response;
    };
    const response = await sendWith(first);
    if (!first || !isUnauthenticated(response)) return response;

    let failed = first;
    const resend = async () => {
      const current = tokens.read();
      if (!current || tokens.owner() !== user) return undefined;
      failed = current;
      const again = await sendWith(current);
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
