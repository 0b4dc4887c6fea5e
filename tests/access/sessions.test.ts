/** Who may still act: refresh tokens, sign-out, deactivation, and the roles one can register with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createWorld,
  PASSWORD,
  registration,
  signIn,
  unique,
  uniqueEmail,
  type World,
} from '../support/world';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const head = () => world.bearer('superuser');

/** A manager of their own, so that what happens to them disturbs nobody. */
async function newManager() {
  const username = uniqueEmail();
  const body = {
    fullname: unique('Manager'),
    username,
    password: PASSWORD,
    role: 'MANAGER' as const,
  };
  await server.done('register', { body }, head());
  const [account] = await server.done('searchAccounts', { query: { query: username } }, head());
  return { id: account?._id ?? '', username, ...(await signIn(server, username)) };
}

const statusOf = async (bearer: string) => (await server.call('countReferrals', {}, bearer)).status;

describe('a refresh token', () => {
  it('is exchanged for a new pair, whose access token works', async () => {
    const { refresh } = await newManager();
    const pair = await server.done('refresh', {}, refresh);
    expect(pair.refresh_token).not.toBe(refresh);
    expect(await statusOf(pair.access_token)).toBe(200);
  });

  it('presented again at once, by a second tab, answers the same successor', async () => {
    const { refresh } = await newManager();
    const first = await server.done('refresh', {}, refresh);
    const second = await server.done('refresh', {}, refresh);
    expect(second.refresh_token).toBe(first.refresh_token);
  });

  it('two exchanges old, ends the session for whoever holds it', async () => {
    const { refresh } = await newManager();
    const first = await server.done('refresh', {}, refresh);
    const second = await server.done('refresh', {}, first.refresh_token);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    expect((await server.call('refresh', {}, second.refresh_token)).status).toBe(401);
    expect(await statusOf(second.access_token)).toBe(401);
  });

  it('does not open calls, and an access token does not refresh', async () => {
    const { access, refresh } = await newManager();
    expect(await statusOf(refresh)).toBe(401);
    expect((await server.call('refresh', {}, access)).status).toBe(401);
  });
});

describe('an account that is shut out', () => {
  it('is refused at once, with every token it has, and stays out of old ones when let in again', async () => {
    const { id, access, refresh, username } = await newManager();
    await server.done('deactivateAccount', { params: { id } }, head());
    expect(await statusOf(access)).toBe(401);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    const login = await server.call('login', { body: { username, password: PASSWORD } });
    expect(login).toMatchObject({ status: 403, body: { detail: 'not_approved' } });

    await server.done('reactivateAccount', { params: { id } }, head());
    expect(await statusOf(access)).toBe(401);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    expect(await statusOf((await signIn(server, username)).access)).toBe(200);
  });

  it('cannot be oneself', async () => {
    const params = { id: world.people.superuser.id };
    expect((await server.call('deactivateAccount', { params }, head())).status).toBe(409);
  });
});

describe('a login', () => {
  it('with a wrong password is refused like one of nobody, and tells nothing', async () => {
    const { username } = await newManager();
    const wrong = await server.call('login', { body: { username, password: 'not-the-one' } });
    const nobody = await server.call('login', {
      body: { username: uniqueEmail(), password: 'not-the-one' },
    });
    expect(wrong.status).toBe(401);
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body]);
  });

  it('of a pending account says so only after the right password', async () => {
    const body = registration(world);
    const { username } = body;
    await server.done('register', { body });
    const right = await server.call('login', { body: { username, password: PASSWORD } });
    const wrong = await server.call('login', { body: { username, password: 'not-the-one' } });
    expect(right).toMatchObject({ status: 403, body: { detail: 'not_approved' } });
    expect(wrong.status).toBe(401);
  });
});

describe('registering', () => {
  it.each(['SUPERUSER', 'ADMIN', 'SITE_USER', 'REFERRAL'] as const)(
    'as %s is refused to everyone but a super user',
    async (role) => {
      const body = { username: uniqueEmail(), password: PASSWORD, role };
      const before = await contentOf(server.db);
      for (const caller of ['anonymous', 'referral', 'siteUser', 'admin', 'manager'] as const) {
        expect((await server.call('register', { body }, world.bearer(caller))).status).toBe(403);
      }
      expect((await server.call('register', { body }, 'no-longer-good')).status).toBe(401);
      expect(await contentOf(server.db)).toEqual(before);
    },
  );

  it('ignores what a visitor may not decide', async () => {
    const body = {
      ...registration(world),
      approved: true,
      created_referrals_only: true,
      _id: 'mine',
      state: 'active',
    };
    await server.done('register', { body });
    const [account] = await server.done(
      'searchAccounts',
      { query: { query: body.username } },
      head(),
    );
    expect(account).toMatchObject({ approved: false, created_referrals_only: false });
    expect(account?._id).not.toBe('mine');
  });

  it('with a taken e-mail looks like success to a visitor, changes nothing, and is told to a super user', async () => {
    const body = { ...registration(world), username: world.people.manager.username };
    const accounts = async () => (await contentOf(server.db)).account;
    const before = await accounts();
    const fresh = await server.call('register', { body: registration(world) });
    const afterFresh = await accounts();
    const taken = await server.call('register', { body });
    expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body]);
    expect(afterFresh).not.toBe(before);
    expect(await accounts()).toBe(afterFresh);
    expect(await server.call('register', { body }, head())).toMatchObject({
      status: 409,
      body: { detail: 'Email already registered' },
    });
  });
});
