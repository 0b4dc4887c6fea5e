import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage, pairFor } from '../../tests/support/fakeSession';
import type { SessionStore } from '../app/session';
import { createSessionStore } from '../authProvider/sessionStore';
import { ApiError, type RawResponse } from './ApiError';
import { createClient } from './client';

const OLD = pairFor('MANAGER');
const NEXT = { ...OLD, refresh_token: 'next' };
type Exchange = (refreshToken: string, signal: AbortSignal) => Promise<RawResponse>;
type Respond = (attempt: number, signal: AbortSignal) => Promise<RawResponse> | RawResponse;

function answer(status: number, data: unknown = {}, retryAfter?: string): RawResponse {
  return { status, data, header: (name) => (name === 'retry-after' ? retryAfter : undefined) };
}

const clientOf = (session: SessionStore, exchange: Exchange) =>
  createClient('/api', session, ({ bearer, signal }) =>
    exchange(bearer as string, signal as AbortSignal),
  );

function prepare(exchange: Exchange) {
  const session = createSessionStore(memoryStorage());
  session.signIn(OLD);
  const spy = vi.fn<Exchange>(exchange);
  const { refresh, reconnecting } = clientOf(session, spy);
  return { session, exchange: spy, refresh: () => refresh(session.read() ?? OLD), reconnecting };
}

afterEach(() => vi.useRealTimers());

it('stores the new pair', async () => {
  const { session, refresh } = prepare(async () => answer(200, NEXT));
  await expect(refresh()).resolves.toBe(true);
  expect(session.read()).toEqual(NEXT);
});

it('makes one exchange for concurrent callers, and another one afterwards', async () => {
  const { exchange, refresh } = prepare(async (token) =>
    answer(200, { ...OLD, refresh_token: `${token}+` }),
  );
  await Promise.all([refresh(), refresh(), refresh()]);
  expect(exchange).toHaveBeenCalledTimes(1);
  await refresh();
  expect(exchange).toHaveBeenLastCalledWith('refresh+', expect.anything());
});

it.each([
  ['is refused with 400', answer(400)],
  ['is refused with 401', answer(401, { detail: 'x' })],
  ['is refused with 403', answer(403)],
  ['is refused with 422', answer(422)],
  ['does not exist', answer(404)],
  ['succeeds with another status than 200', answer(201, NEXT)],
  ['is refused with an HTML page', answer(403, '<html>')],
  ['returns half a pair', answer(200, { access_token: 'a' })],
  ['returns an invalid pair', answer(200, { access_token: 7, refresh_token: 'r' })],
  ['returns nothing', answer(200, null)],
])('removes the pair once storage has settled when the exchange %s', async (_how, refused) => {
  vi.useFakeTimers();
  const { session, exchange, refresh } = prepare(async () => refused);
  const refreshed = refresh();
  await vi.advanceTimersByTimeAsync(999);
  expect(session.read()).toEqual(OLD);
  await vi.advanceTimersByTimeAsync(1);
  await expect(refreshed).resolves.toBe(false);
  expect(session.read()).toBeNull();
  expect(session.get()).toMatchObject({ status: 'signed-out', endedBy: 'refused' });
  expect(exchange).toHaveBeenCalledTimes(1);
});

it('ends the session for good when the exchange says that the account is not approved', async () => {
  const { session, refresh } = prepare(async () => answer(401, { detail: 'not_approved' }));
  session.registerOpenScreen();
  await expect(refresh()).resolves.toBe(false);
  expect(session.get()).toEqual({ status: 'signed-out', user: null, endedBy: 'notApproved' });
});

it('exchanges nothing when storage holds another pair than the one that failed', async () => {
  const session = createSessionStore(memoryStorage());
  session.signIn(NEXT);
  const exchange = vi.fn<Exchange>();
  const failed = pairFor('MANAGER', { exp: 1_000 });
  await expect(clientOf(session, exchange).refresh(failed)).resolves.toBe(true);
  expect(exchange).not.toHaveBeenCalled();
});

it('sends nothing when signed out', async () => {
  const { session, exchange, refresh } = prepare(async () => answer(200, NEXT));
  session.signOut();
  await expect(refresh()).resolves.toBe(false);
  expect(exchange).not.toHaveBeenCalled();
});

it('sends nothing when the pair is removed while the pipeline loads', async () => {
  const { session, exchange, refresh } = prepare(async () => answer(200, NEXT));
  const refreshed = refresh();
  session.signOut();
  await expect(refreshed).resolves.toBe(false);
  expect(exchange).not.toHaveBeenCalled();
});

it('does not set `reconnecting` when the server is reachable', async () => {
  const { reconnecting, refresh } = prepare(async () => answer(200, NEXT));
  expect(reconnecting.get()).toBe(false);
  await refresh();
  expect(reconnecting.get()).toBe(false);
});

it('does not sign in a user who signed out during the request', async () => {
  const { session, refresh } = prepare(async () => {
    session.signOut();
    return answer(200, NEXT);
  });
  await expect(refresh()).resolves.toBe(false);
  expect(session.read()).toBeNull();
});

it('does not remove a pair that another tab stored during the request', async () => {
  const { session, refresh } = prepare(async () => {
    session.signIn(NEXT);
    return answer(401);
  });
  await expect(refresh()).resolves.toBe(true);
  expect(session.read()).toEqual(NEXT);
});

describe('while the server is unreachable', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // The real one does not follow fake timers.
    vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32));
  });

  /** Starts a refresh, and records the time of each attempt, in milliseconds from the first. */
  function begin(respond: Respond) {
    const start = Date.now();
    const times: number[] = [];
    const prepared = prepare(async (_token, signal) => {
      times.push(Date.now() - start);
      return respond(times.length, signal);
    });
    return { ...prepared, times, result: prepared.refresh() };
  }
  const offline = () => Promise.reject(new ApiError('network'));

  it.each([
    ['no response comes', offline],
    ['it limits the rate', () => answer(429)],
    ['it has an error', () => answer(500)],
    ['a proxy responds for it', () => answer(502, '<html>')],
    ['it is unavailable', () => answer(503)],
    ['a captive portal responds', () => answer(200, '<html>Sign in to the Wi-Fi</html>')],
  ])('retries when %s, and the session continues', async (_what, failure) => {
    const { session, result, reconnecting } = begin((tries) =>
      tries < 3 ? failure() : answer(200, NEXT),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(reconnecting.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    await expect(result).resolves.toBe(true);
    expect(session.read()).toEqual(NEXT);
    expect(reconnecting.get()).toBe(false);
  });

  it('waits 0.5, 1, 2, 4 and then 8 seconds, and fails after 90', async () => {
    const { session, result, times } = begin(offline);
    await vi.advanceTimersByTimeAsync(89_999);
    expect(session.get().status).toBe('signed-in');
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toBe(false);
    expect(times.slice(0, 8)).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 23_500, 31_500]);
    expect(times.at(-1)).toBe(90_000);
    expect(session.get()).toMatchObject({ status: 'signed-out', endedBy: 'unreachable' });
  });

  it.each([429, 503])('honors Retry-After of a %d, up to the end of the budget', async (status) => {
    const { result, times } = begin((tries) => answer(status, {}, tries === 1 ? '30' : '600'));
    await vi.advanceTimersByTimeAsync(90_000);
    await expect(result).resolves.toBe(false);
    expect(times).toEqual([0, 30_000, 90_000]);
  });

  it('waits no shorter than the backoff, and ignores Retry-After of a 500', async () => {
    const { times } = begin((tries) =>
      answer(tries === 1 ? 429 : 500, {}, tries === 1 ? '0' : '9'),
    );
    await vi.advanceTimersByTimeAsync(1_500);
    expect(times).toEqual([0, 500, 1_500]);
  });

  it('waits for a response up to 10 seconds', async () => {
    const hanging = (_tries: number, signal: AbortSignal) =>
      new Promise<never>((_never, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { times } = begin(hanging);
    await vi.advanceTimersByTimeAsync(10_500);
    expect(times).toEqual([0, 10_500]);
  });

  it('fails when the token is refused after a retry', async () => {
    const { session, result } = begin((tries) => (tries === 1 ? answer(500) : answer(401)));
    await vi.advanceTimersByTimeAsync(500 + 1_000);
    await expect(result).resolves.toBe(false);
    expect(session.get()).toMatchObject({ endedBy: 'refused' });
  });

  it('uses a pair that another tab stored during the request', async () => {
    const { session, result, times } = begin(offline);
    await vi.advanceTimersByTimeAsync(0);
    session.signIn(NEXT);
    await vi.advanceTimersByTimeAsync(500);
    await expect(result).resolves.toBe(true);
    expect(times).toEqual([0]);
    expect(session.read()).toEqual(NEXT);
  });

  it('stops when the user signs out', async () => {
    const { session, result, times } = begin(offline);
    await vi.advanceTimersByTimeAsync(0);
    session.signOut();
    await vi.advanceTimersByTimeAsync(500);
    await expect(result).resolves.toBe(false);
    expect(times).toEqual([0]);
  });

  it('holds the lock during an attempt only', async () => {
    const held: boolean[] = [];
    let isHeld = false;
    const request = async (_name: string, _options: object, run: () => Promise<unknown>) => {
      isHeld = true;
      return run().finally(() => (isHeld = false));
    };
    vi.stubGlobal('navigator', { locks: { request } });
    const { result } = begin((tries) => {
      held.push(isHeld);
      return tries < 3 ? offline() : answer(200, NEXT);
    });
    await vi.advanceTimersByTimeAsync(400);
    expect(isHeld).toBe(false);
    await vi.advanceTimersByTimeAsync(1_100);
    await expect(result).resolves.toBe(true);
    expect(held).toEqual([true, true, true]);
  });

  it('waits for a lock up to 10 seconds', async () => {
    const request = (_name: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_never, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    vi.stubGlobal('navigator', { locks: { request } });
    const { result, times } = begin(() => answer(200, NEXT));
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(result).resolves.toBe(true);
    expect(times).toEqual([10_000]);
  });
});
