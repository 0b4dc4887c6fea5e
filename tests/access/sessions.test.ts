/** Sessions: refresh tokens, deactivation, login responses, and the roles a visitor can register with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashTables } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  registration,
  signIn,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const superuserToken = () => fixtures.bearer('superuser');

/** Creates a new manager, so that tests do not affect each other's accounts. */
async function newManager() {
  const username = uniqueEmail();
  const body = {
    fullname: unique('Manager'),
    username,
    password: PASSWORD,
    role: 'MANAGER' as const,
  };
  await server.callOk('register', { body }, superuserToken());
  const [account] = await server.callOk(
    'searchAccounts',
    { query: { query: username } },
    superuserToken(),
  );
  return { id: account?._id ?? '', username, ...(await signIn(server, username)) };
}

const statusOf = async (bearer: string) => (await server.call('countReferrals', {}, bearer)).status;

describe('a refresh token', () => {
  it('is exchanged for a new pair with a valid access token', async () => {
    const { refresh } = await newManager();
    const pair = await server.callOk('refresh', {}, refresh);
    expect(pair.refresh_token).not.toBe(refresh);
    expect(await statusOf(pair.access_token)).toBe(200);
  });

  it('returns the same successor when a second tab presents it at once', async () => {
    const { refresh } = await newManager();
    const first = await server.callOk('refresh', {}, refresh);
    const second = await server.callOk('refresh', {}, refresh);
    expect(second.refresh_token).toBe(first.refresh_token);
  });

  it('revokes the session when it is presented after two exchanges', async () => {
    const { refresh } = await newManager();
    const first = await server.callOk('refresh', {}, refresh);
    const second = await server.callOk('refresh', {}, first.refresh_token);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    expect((await server.call('refresh', {}, second.refresh_token)).status).toBe(401);
    expect(await statusOf(second.access_token)).toBe(401);
  });

  it('is not accepted as an access token, nor an access token as a refresh token', async () => {
    const { access, refresh } = await newManager();
    expect(await statusOf(refresh)).toBe(401);
    expect((await server.call('refresh', {}, access)).status).toBe(401);
  });
});

describe('a deactivated account', () => {
  it('is refused at once with every token it has, and the old tokens stay invalid after reactivation', async () => {
    const { id, access, refresh, username } = await newManager();
    await server.callOk('deactivateAccount', { params: { id } }, superuserToken());
    expect(await statusOf(access)).toBe(401);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    const login = await server.call('login', { body: { username, password: PASSWORD } });
    expect(login).toMatchObject({ status: 403, body: { detail: 'not_approved' } });

    await server.callOk('reactivateAccount', { params: { id } }, superuserToken());
    expect(await statusOf(access)).toBe(401);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    expect(await statusOf((await signIn(server, username)).access)).toBe(200);
  });

  it('answers not_approved to the refresh of the session that ended with the approval, and to no other', async () => {
    const { id, access, refresh, username } = await newManager();
    const next = await server.callOk('refresh', {}, refresh);
    const left = await signIn(server, username);
    await server.callOk('logout', {}, left.refresh);
    await server.callOk('deactivateAccount', { params: { id } }, superuserToken());
    const refused = async (token: string) => (await server.call('refresh', {}, token)).body;
    expect(await refused(next.refresh_token)).toEqual({ detail: 'not_approved' });
    // An earlier token, a session that was signed out, an access token and a token of nobody reveal nothing.
    for (const token of [refresh, left.refresh, access, 'v1.unknown']) {
      expect(await refused(token)).toEqual({ detail: 'Not authenticated' });
    }
    expect(await server.call('countReferrals', {}, access)).toMatchObject({
      status: 401,
      body: { detail: 'Not authenticated' },
    });
    await server.callOk('reactivateAccount', { params: { id } }, superuserToken());
    expect(await refused(next.refresh_token)).toEqual({ detail: 'Not authenticated' });
  });

  it('cannot be the account of the caller', async () => {
    const params = { id: fixtures.people.superuser.id };
    expect((await server.call('deactivateAccount', { params }, superuserToken())).status).toBe(409);
  });
});

describe('a login', () => {
  it('with a wrong password gets the same response as one with an unknown e-mail', async () => {
    const { username } = await newManager();
    const wrong = await server.call('login', { body: { username, password: 'not-the-one' } });
    const nobody = await server.call('login', {
      body: { username: uniqueEmail(), password: 'not-the-one' },
    });
    expect(wrong.status).toBe(401);
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body]);
  });

  it('of a pending account reveals its state only with the right password', async () => {
    const body = registration(fixtures);
    const { username } = body;
    await server.callOk('register', { body });
    const right = await server.call('login', { body: { username, password: PASSWORD } });
    const wrong = await server.call('login', { body: { username, password: 'not-the-one' } });
    expect(right).toMatchObject({ status: 403, body: { detail: 'not_approved' } });
    expect(wrong.status).toBe(401);
  });
});

describe('registration', () => {
  it.each(['SUPERUSER', 'ADMIN', 'SITE_USER', 'REFERRAL'] as const)(
    'as %s is refused to everyone but a super user',
    async (role) => {
      const body = { username: uniqueEmail(), password: PASSWORD, role };
      const before = await hashTables(server.db);
      for (const caller of ['anonymous', 'referral', 'siteUser', 'admin', 'manager'] as const) {
        expect((await server.call('register', { body }, fixtures.bearer(caller))).status).toBe(403);
      }
      expect((await server.call('register', { body }, 'no-longer-good')).status).toBe(401);
      expect(await hashTables(server.db)).toEqual(before);
    },
  );

  it('ignores the fields a visitor may not set', async () => {
    const body = {
      ...registration(fixtures),
      approved: true,
      created_referrals_only: true,
      _id: 'mine',
      state: 'active',
    };
    await server.callOk('register', { body });
    const [account] = await server.callOk(
      'searchAccounts',
      { query: { query: body.username } },
      superuserToken(),
    );
    expect(account).toMatchObject({ approved: false, created_referrals_only: false });
    expect(account?._id).not.toBe('mine');
  });

  it('with a taken e-mail changes nothing, looks like a success to a visitor, and answers 409 to a super user', async () => {
    const body = { ...registration(fixtures), username: fixtures.people.manager.username };
    const accounts = async () => (await hashTables(server.db)).account;
    const before = await accounts();
    const fresh = await server.call('register', { body: registration(fixtures) });
    const afterFresh = await accounts();
    const taken = await server.call('register', { body });
    expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body]);
    expect(afterFresh).not.toBe(before);
    expect(await accounts()).toBe(afterFresh);
    expect(await server.call('register', { body }, superuserToken())).toMatchObject({
      status: 409,
      body: { detail: 'Email already registered' },
    });
  });
});
