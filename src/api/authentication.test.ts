import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeToken, memoryStorage, pairFor } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import type { RawResponse } from './ApiError';
import { createClient } from './client';
import type { Send } from './middleware';

const FIRST = pairFor('MANAGER');
const pair = (name: string, username = 'sam@clinic.example') => {
  const subject = { username, fullname: '', role: 'MANAGER', approved: true };
  const access_token = makeToken({ subject, exp: 4_102_444_800, jti: name });
  return { access_token, refresh_token: name };
};
const answer = (status: number, data: unknown = { detail: 'x' }): RawResponse => ({
  status,
  data,
  header: () => undefined,
});

/** A client of a backend that accepts one access token, and exchanges any refresh token for `next`. */
function prepare({ takes = FIRST, next = answer(401), refusal = answer(401) } = {}) {
  const session = createSessionStore(memoryStorage());
  session.signIn(FIRST);
  const backend = { takes: takes.access_token, next, sent: [] as string[] };
  const send: Send = async ({ name, bearer, signal }) => {
    backend.sent.push(name);
    if (signal?.aborted) throw signal.reason;
    if (name === 'refresh') return backend.next;
    return bearer === backend.takes ? answer(200, { count: 7, items: [] }) : refusal;
  };
  return { session, backend, api: createClient('/api', session, send) };
}

/** The state of a promise once storage has settled. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  await vi.advanceTimersByTimeAsync(1_000);
  return Promise.race([
    promise.then(
      () => 'done',
      () => 'refused',
    ),
    Promise.resolve('waiting'),
  ]);
}

describe('a 401', () => {
  it('leads to one refresh, and the call is resent once', async () => {
    const { api, backend } = prepare({ takes: pair('next'), next: answer(200, pair('next')) });
    await expect(api.call('countReferrals')).resolves.toMatchObject({ count: 7 });
    expect(backend.sent).toEqual(['countReferrals', 'refresh', 'countReferrals']);
  });

  it.each(['Not authenticated', 'Could not validate credentials'])(
    'may come as a 403 that says “%s”',
    async (detail) => {
      const refusal = answer(403, { detail });
      const next = answer(200, pair('next'));
      const { api, backend } = prepare({ takes: pair('next'), next, refusal });
      await expect(api.call('countReferrals')).resolves.toMatchObject({ count: 7 });
      expect(backend.sent).toEqual(['countReferrals', 'refresh', 'countReferrals']);
    },
  );

  it('is not any other 403', async () => {
    const { api, backend } = prepare({ takes: pair('next'), refusal: answer(403) });
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status: 403 });
    expect(backend.sent).toEqual(['countReferrals']);
  });

  it('leads to one refresh for all concurrent calls', async () => {
    const { api, backend } = prepare({ takes: pair('next'), next: answer(200, pair('next')) });
    await Promise.all(Array.from({ length: 10 }, () => api.call('countReferrals')));
    expect(backend.sent.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(backend.sent).toHaveLength(21);
  });

  it('never leads to a second refresh, even if the new token is refused', async () => {
    const { api, backend, session } = prepare({
      takes: pair('other'),
      next: answer(200, pair('next')),
    });
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['countReferrals', 'refresh', 'countReferrals']);
    expect(session.read()).toBeNull();
  });

  it('leads to no refresh if the token was exchanged since', async () => {
    const { api, backend, session } = prepare({ takes: pair('of another tab') });
    const asked = api.call('countReferrals');
    session.signIn(pair('of another tab'));
    await expect(asked).resolves.toMatchObject({ count: 7 });
    expect(backend.sent).toEqual(['countReferrals', 'countReferrals']);
  });

  it('with the pair of another tab, too, leads to one refresh, and the session continues', async () => {
    const { api, backend, session } = prepare({
      takes: pair('next'),
      next: answer(200, pair('next')),
    });
    const asked = api.call('countReferrals');
    session.signIn(pair('of another tab'));
    await expect(asked).resolves.toMatchObject({ count: 7 });
    expect(backend.sent).toEqual(['countReferrals', 'countReferrals', 'refresh', 'countReferrals']);
    expect(session.read()).toEqual(pair('next'));
  });

  it('is returned to a caller who is signed out', async () => {
    const { api, backend, session } = prepare();
    session.signOut();
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['countReferrals']);
  });

  it('on login means a wrong password', async () => {
    const { api, backend } = prepare();
    const body = { username: 'a', password: 'b', remember: false };
    await expect(api.call('login', { body })).resolves.toBeDefined();
    backend.takes = 'nobody';
    await expect(api.call('login', { body })).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['login', 'login']);
  });

  it('never leads to a call of one user being sent as another', async () => {
    const { api, backend, session } = prepare({ takes: pair('of Pat', 'pat@clinic.example') });
    const asked = api.call('countReferrals');
    session.signIn(pair('of Pat', 'pat@clinic.example'));
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).not.toContain('refresh');
    expect(backend.sent).toEqual(['countReferrals']);
    expect(session.get().user?.username).toBe('pat@clinic.example');
  });
});

describe('a refusal because the account is not approved', () => {
  const OVER = { status: 'signed-out', user: null, endedBy: 'notApproved' };
  const refused = (status: number) => {
    const prepared = prepare({
      takes: pair('x'),
      refusal: answer(status, { detail: 'not_approved' }),
    });
    prepared.session.registerOpenScreen();
    return prepared;
  };

  it.each([401, 403])('ends the session at once, without a refresh: %i', async (status) => {
    const { api, backend, session } = refused(status);
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status });
    expect(session.get()).toEqual(OVER);
    expect(backend.sent).toEqual(['countReferrals']);
  });

  it('ends it also when only the refresh says so', async () => {
    const next = answer(401, { detail: 'not_approved' });
    const { api, session } = prepare({ takes: pair('x'), next });
    session.registerOpenScreen();
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status: 401 });
    expect(session.get()).toEqual(OVER);
  });

  it('is about another account in a public call, and about the request with another status', async () => {
    const publicCall = refused(403);
    await publicCall.api.call('forgotPassword', { body: { email: 'a' } }).catch(() => undefined);
    expect(publicCall.session.get().status).toBe('signed-in');
    const conflict = refused(409);
    await conflict.api.call('countReferrals').catch(() => undefined);
    expect(conflict.session.get().status).toBe('signed-in');
  });
});

describe('when a session ends under an open screen', () => {
  // Loads it in real time.
  beforeAll(() => import('./pipeline'));
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  function prepareScreen() {
    const prepared = prepare({ takes: pair('again') });
    const close = prepared.session.registerOpenScreen();
    return { ...prepared, close };
  }

  it('refused calls are resent, each once, when the user signs in again', async () => {
    const { api, backend, session } = prepareScreen();
    const asked = [
      api.call('countReferrals'),
      api.call('releaseReferral', { body: { id: 'r1' } }),
      api.call('listReferrals', { query: {} }),
    ];
    expect(await stateOf(Promise.race(asked))).toBe('waiting');
    expect(session.get()).toMatchObject({ status: 'ended', user: { role: 'MANAGER' } });
    backend.sent.length = 0;
    session.signIn(pair('again'));
    await Promise.all(asked);
    expect(backend.sent.toSorted()).toEqual(['countReferrals', 'listReferrals', 'releaseReferral']);
  });

  it('later calls wait until the user signs in again', async () => {
    const { api, backend, session } = prepareScreen();
    const refused = api.call('countReferrals');
    await stateOf(refused);
    backend.sent.length = 0;
    const later = api.call('listReferrals', { query: {} });
    expect(await stateOf(later)).toBe('waiting');
    expect(backend.sent).toEqual([]);
    session.signIn(pair('again'));
    await Promise.all([refused, later]);
    expect(backend.sent.toSorted()).toEqual(['countReferrals', 'listReferrals']);
  });

  it.each([
    ['signs out', ({ session }: ReturnType<typeof prepareScreen>) => session.signOut()],
    ['closes the screen', ({ close }: ReturnType<typeof prepareScreen>) => close()],
    [
      'is replaced by another one',
      ({ session }: ReturnType<typeof prepareScreen>) => session.signIn(pair('x', 'pat@x.example')),
    ],
  ])('nothing is sent when the user %s', async (_how, act) => {
    const prepared = prepareScreen();
    const { api, backend } = prepared;
    const refused = api.call('countReferrals');
    await stateOf(refused);
    const later = api.call('listReferrals', { query: {} });
    await stateOf(later);
    backend.sent.length = 0;
    act(prepared);
    await expect(refused).rejects.toMatchObject({ status: 401 });
    await expect(later).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual([]);
  });

  it('an aborted call rejects, and is not sent', async () => {
    const { api, backend, session } = prepareScreen();
    const leaving = new AbortController();
    const asked = api.call('countReferrals', {}, { signal: leaving.signal });
    expect(await stateOf(asked)).toBe('waiting');
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    backend.sent.length = 0;
    session.signIn(pair('again'));
    await stateOf(asked);
    expect(backend.sent).toEqual([]);
  });

  it('a call that is refused again after that is not resent', async () => {
    const { api, backend, session } = prepareScreen();
    const asked = api.call('countReferrals');
    await stateOf(asked);
    backend.takes = 'nobody';
    backend.sent.length = 0;
    session.signIn(pair('again'));
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['countReferrals']);
    expect(session.get().status).toBe('signed-in');
  });
});
