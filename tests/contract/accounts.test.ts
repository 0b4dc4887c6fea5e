/** What a super user does to accounts, on the server. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../contract/entities/account';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createWorld,
  PASSWORD,
  referralBody,
  registration,
  signIn,
  SUPERUSER,
  unique,
  uniqueEmail,
  type World,
} from '../support/world';

/** Milliseconds. */
const A_DAY = 24 * 60 * 60 * 1_000;

let server: TestServer;
let world: World;
const head = () => world.bearer('superuser');

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const newSite = async () =>
  (await server.done('addSite', { body: { name: unique('School') } }, head()))._id;

async function newManager(siteIds: readonly string[]) {
  const username = uniqueEmail();
  const schools = siteIds.map((id) => ({ id, name: '' }));
  const body = { username, password: PASSWORD, role: 'MANAGER' as const, schools };
  await server.done('register', { body }, head());
  return find(username);
}

async function find(username: string) {
  const [account] = await server.done('searchAccounts', { query: { query: username } }, head());
  if (!account) throw new Error(`No account ${username}`);
  return account;
}

const idsOf = ({ schools }: Account) =>
  schools.map((school) => ('_id' in school ? school._id : school.id)).toSorted();

describe('updating an account', () => {
  it('keeps a site that was deleted since, and takes none that was deleted before', async () => {
    const [kept, gone, other] = [await newSite(), await newSite(), await newSite()];
    const account = await newManager([kept, gone]);
    for (const id of [gone, other]) {
      await server.done('deleteSite', { body: { id, name: '' } }, head());
    }
    const params = { id: account._id };
    const update = (ids: readonly string[], fullname = unique('Renamed')) =>
      server.call(
        'updateAccount',
        { params, body: { fullname, schools: ids.map((id) => ({ id, name: '' })) } },
        head(),
      );

    expect((await update([kept, gone])).status).toBe(200);
    expect(idsOf(await find(account.username))).toEqual([kept, gone].toSorted());
    expect(await update([kept, other])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'schools'] }] },
    });
    expect((await update([kept])).status).toBe(200);
    // Once let go, it is like any other that was deleted.
    expect((await update([kept, gone])).status).toBe(422);
    expect(idsOf(await find(account.username))).toEqual([kept]);
  });

  it('changes what its owner sees at once, in the session they have', async () => {
    const { access } = world.people.manager;
    const at = async (site: string) => {
      const { last_name } = referralBody(site);
      await server.done('addReferral', { body: referralBody(site, { last_name }) }, head());
      return last_name;
    };
    const [own, other] = [await at(world.sites.own), await at(world.sites.other)];
    const seen = async () => {
      const { items } = await server.done('listReferrals', { query: { size: 100 } }, access);
      return items.map((item) => item.last_name).filter((name) => [own, other].includes(name));
    };
    expect(await seen()).toEqual([own]);
    const schools = [{ id: world.sites.other, name: '' }];
    const params = { id: world.people.manager.id };
    await server.done('updateAccount', { params, body: { schools } }, head());
    expect(await seen()).toEqual([other]);
  });
});

describe('the search', () => {
  it('finds a name whatever its accents, capitals and blanks, and nothing that stands for anything', async () => {
    const username = uniqueEmail();
    const fullname = `Joaquín Ñáñez ${unique('Searched')}`;
    const body = { fullname, username, password: PASSWORD };
    await server.done('registerSuperuser', { body }, head());
    const finds = async (query: string) => {
      const found = await server.done('searchAccounts', { query: { query } }, head());
      return found.some((account) => account.username === username);
    };
    for (const query of ['joaquin', 'JOAQUÍN', 'nanez', 'in  ñañ', 'joaqui\u0301n', username]) {
      expect({ query, found: await finds(query) }).toEqual({ query, found: true });
    }
    for (const query of ['joaquim', '%', '_oaqu', '\\']) {
      expect({ query, found: await finds(query) }).toEqual({ query, found: false });
    }
  });
});

describe('an account added by a super user', () => {
  /** As the screen sends it: without a name. */
  const add = (bearer: string | undefined, username = uniqueEmail()) => {
    const schools = [{ id: world.sites.own, name: 'Own School' }];
    const body = { username, password: PASSWORD, role: 'MANAGER' as const, schools };
    return server.call('register', { body }, bearer);
  };

  it('is not taken for an incomplete registration once the access token has aged: a fresh one adds it', async () => {
    const { refresh } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
    const sessionId = server.app.tokens.readRefresh(refresh)?.sessionId ?? '';
    const subject = {
      username: SUPERUSER.email,
      fullname: '',
      role: 'SUPERUSER' as const,
      approved: true,
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - A_DAY });
    const aged = await server.app.tokens.access(sessionId, subject);
    vi.useRealTimers();

    for (const bearer of [aged, 'nonsense']) {
      expect((await add(bearer)).status).toBe(401);
    }
    const { access_token } = await server.done('refresh', {}, refresh);
    const added = uniqueEmail();
    expect((await add(access_token, added)).status).toBe(200);
    expect(await find(added)).toMatchObject({ fullname: added, approved: true });
  });

  it('is an incomplete registration for who presents no token, or a good one of a manager', async () => {
    for (const bearer of [undefined, world.bearer('limited')]) {
      expect(await add(bearer)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'fullname'] }] },
      });
    }
  });
});

describe('registrations from one address', () => {
  const from = (remoteAddress: string, bearer?: string, changes: object = {}) =>
    server.raw({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      headers: {
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      payload: JSON.stringify({ ...registration(world), ...changes }),
    });

  it('do not count while the password is refused', async () => {
    const weak = { password: 'password1' };
    for (let times = 0; times < 7; times += 1) {
      expect((await from('192.0.2.9', undefined, weak)).status).toBe(422);
    }
    expect((await from('192.0.2.9')).status).toBe(200);
  });

  it('are six a minute for visitors, and as many as they like for a super user', async () => {
    const statuses = [];
    for (let times = 0; times < 7; times += 1) statuses.push((await from('192.0.2.1')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const manager = await from('192.0.2.1', world.bearer('limited'));
    expect(manager.status).toBe(429);
    const more = [];
    for (let times = 0; times < 7; times += 1) {
      more.push((await from('192.0.2.1', head())).status);
    }
    expect(new Set(more)).toEqual(new Set([200]));
  });
});

describe('without SMTP_URL, where no mailbox can be proved', () => {
  it('registering, signing in and approving stay as specified, and the pending list says that nothing is proved', async () => {
    const body = registration(world);
    const { username } = body;
    await server.done('register', { body });
    const login = await server.call('login', { body: { username, password: PASSWORD } });
    expect(login).toMatchObject({ status: 403, body: { detail: 'not_approved' } });
    const query = { page: 1, size: 100 };
    const { items } = await server.done('listPendingAccounts', { query }, head());
    const waiting = items.find((item) => item.username === username);
    expect(waiting).toMatchObject({ email_proof: 'unavailable' });
    await server.done('approveAccount', { body: { user_id: waiting?._id ?? '' } }, head());
    expect((await signIn(server, username)).access).toBeTruthy();
    expect((await server.done('meta', {})).features).not.toContain('mailboxProof');
  });
});
