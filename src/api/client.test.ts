import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeToken, memoryStorage, pairFor } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import type { RawResponse } from './ApiError';
import { createClient } from './client';
import type { Send } from './transport';

const FIRST = pairFor('MANAGER');
const pair = (name: string, username = 'sam@clinic.example') => {
  const subject = { username, fullname: '', role: 'MANAGER', approved: true };
  const access_token = makeToken({ subject, exp: 4_102_444_800, jti: name });
  return { access_token, refresh_token: name };
};
const answer = (status: number, data: unknown = { detail: 'x' }, type?: string): RawResponse => ({
  status,
  data,
  header: (name) => (name === 'content-type' ? type : undefined),
});

/** An API on a backend that takes one access token, and exchanges any refresh token for `next`. */
function prepare({ takes = FIRST, next = answer(401), refusal = answer(401) } = {}) {
  const session = createSessionStore(memoryStorage());
  session.signIn(FIRST);
  const backend = { takes: takes.access_token, next, sent: [] as string[] };
  const send: Send = async (name, _input, bearer, signal) => {
    backend.sent.push(name);
    if (signal?.aborted) throw signal.reason;
    if (name === 'refresh') return backend.next;
    return bearer === backend.takes ? answer(200, { count: 7, items: [] }) : refusal;
  };
  return { session, backend, api: createClient('/api', session, send) };
}

/** What has come of a promise once storage has settled. */
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
  it('is answered by one refresh and the same call once more', async () => {
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

  it('costs one refresh however many calls it meets', async () => {
    const { api, backend } = prepare({ takes: pair('next'), next: answer(200, pair('next')) });
    await Promise.all(Array.from({ length: 10 }, () => api.call('countReferrals')));
    expect(backend.sent.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(backend.sent).toHaveLength(21);
  });

  it('never costs two, also when the new token is refused', async () => {
    const { api, backend, session } = prepare({
      takes: pair('other'),
      next: answer(200, pair('next')),
    });
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['countReferrals', 'refresh', 'countReferrals']);
    expect(session.read()).toBeNull();
  });

  it('costs none when the token was exchanged since', async () => {
    const { api, backend, session } = prepare({ takes: pair('of another tab') });
    const asked = api.call('countReferrals');
    session.signIn(pair('of another tab'));
    await expect(asked).resolves.toMatchObject({ count: 7 });
    expect(backend.sent).toEqual(['countReferrals', 'countReferrals']);
  });

  it('with the pair of another tab as well costs one, and forgets nothing', async () => {
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

  it('of a visitor is theirs', async () => {
    const { api, backend, session } = prepare();
    session.signOut();
    await expect(api.call('countReferrals')).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['countReferrals']);
  });

  it('at the login means a wrong password', async () => {
    const { api, backend } = prepare();
    const body = { username: 'a', password: 'b', remember: false };
    await expect(api.call('login', { body })).resolves.toBeDefined();
    backend.takes = 'nobody';
    await expect(api.call('login', { body })).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).toEqual(['login', 'login']);
  });

  it('never has a call of one person sent as another', async () => {
    const { api, backend, session } = prepare({ takes: pair('of Pat', 'pat@clinic.example') });
    const asked = api.call('countReferrals');
    session.signIn(pair('of Pat', 'pat@clinic.example'));
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(backend.sent).not.toContain('refresh');
    expect(backend.sent).toEqual(['countReferrals']);
    expect(session.get().user?.username).toBe('pat@clinic.example');
  });
});

describe('when a session ends under an open screen', () => {
  // What is loaded the first time takes real time.
  beforeAll(() => import('./transport'));
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  function prepareScreen() {
    const prepared = prepare({ takes: pair('again') });
    const close = prepared.session.registerOpenScreen();
    return { ...prepared, close };
  }

  it('what was refused is sent again, each once, when its person is back', async () => {
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

  it('what is asked from then on is not sent before', async () => {
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
    ['leaves', ({ session }: ReturnType<typeof prepareScreen>) => session.signOut()],
    ['closes the screen', ({ close }: ReturnType<typeof prepareScreen>) => close()],
    [
      'is another',
      ({ session }: ReturnType<typeof prepareScreen>) => session.signIn(pair('x', 'pat@x.example')),
    ],
  ])('nothing of it is sent when who comes %s', async (_how, act) => {
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

  it('who no longer waits for an answer is told so, and nothing is sent', async () => {
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

  it('a call refused once more after that stays refused', async () => {
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

describe('an answer that is none', () => {
  const HTML = '<html>Sign in to the Wi-Fi</html>';
  const answering = (raw: RawResponse) =>
    createClient('/api', createSessionStore(memoryStorage()), async () => raw);

  it.each([
    'listSites',
    'listReferrals',
    'countReferrals',
    'meta',
    'login',
    'addGuestReferral',
  ] as const)('is a page with 200 for %s', async (name) => {
    const api = answering(answer(200, HTML, 'text/html'));
    const asked = (api.call as (name: string) => Promise<unknown>)(name);
    await expect(asked).rejects.toMatchObject({ kind: 'unreadable', status: 0, detail: undefined });
    await expect(asked).rejects.not.toHaveProperty('message', expect.stringContaining('Wi-Fi'));
  });

  it.each([
    ['an object where a list belongs', 'listSites', { items: [] }],
    ['a list where a page of one belongs', 'listReferrals', []],
    ['a page without its items', 'listReferrals', { pages: 3 }],
    ['nothing where something is read', 'countReferrals', ''],
    ['null where something is read', 'countReferrals', null],
  ] as const)('is %s', async (_what, name, data) => {
    const asked = (answering(answer(200, data)).call as (name: string) => Promise<unknown>)(name);
    await expect(asked).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    ['nothing', '', undefined],
    ['null', null, 'application/json'],
    ['a word in JSON', 'ok', 'application/json'],
    ['an object', {}, 'application/json'],
  ])('is not %s from a change, which nobody reads', async (_what, data, type) => {
    const asked = answering(answer(200, data, type)).call('forgotPassword', {
      body: { email: 'sam@clinic.example' },
    });
    await expect(asked).resolves.toEqual(data);
  });
});

it('answers the headers too, for who asks', async () => {
  const api = createClient('/api', createSessionStore(memoryStorage()), async () => ({
    status: 200,
    data: [],
    header: (name) => (name === 'content-range' ? 'audit 0-0/1' : undefined),
  }));
  const { body, header } = await api.callForAnswer('listSites');
  expect(body).toEqual([]);
  expect(header('content-range')).toBe('audit 0-0/1');
});
