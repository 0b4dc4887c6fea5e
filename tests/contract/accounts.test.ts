/** Account management by super users, on the server. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../contract/entities/account';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  registration,
  signIn,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

/** Milliseconds. */
const A_DAY = 24 * 60 * 60 * 1_000;

let server: TestServer;
let fixtures: Fixtures;
const superuserToken = () => fixtures.bearer('superuser');

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const newSite = async () =>
  (await server.callOk('addSite', { body: { name: unique('School') } }, superuserToken()))._id;

async function newManager(siteIds: readonly string[]) {
  const username = uniqueEmail();
  const schools = siteIds.map((id) => ({ id, name: '' }));
  const body = { username, password: PASSWORD, role: 'MANAGER' as const, schools };
  await server.callOk('register', { body }, superuserToken());
  return find(username);
}

async function find(username: string) {
  const [account] = await server.callOk(
    'searchAccounts',
    { query: { query: username } },
    superuserToken(),
  );
  if (!account) throw new Error(`No account ${username}`);
  return account;
}

const idsOf = ({ schools }: Account) =>
  schools.map((school) => ('_id' in school ? school._id : school.id)).toSorted();

describe('updating an account', () => {
  it('keeps a site that was deleted since, and accepts none that was deleted before', async () => {
    const [kept, gone, other] = [await newSite(), await newSite(), await newSite()];
    const account = await newManager([kept, gone]);
    for (const id of [gone, other]) {
      await server.callOk('deleteSite', { body: { id, name: '' } }, superuserToken());
    }
    const params = { id: account._id };
    const update = (ids: readonly string[], fullname = unique('Renamed')) =>
      server.call(
        'updateAccount',
        { params, body: { fullname, schools: ids.map((id) => ({ id, name: '' })) } },
        superuserToken(),
      );

    expect((await update([kept, gone])).status).toBe(200);
    expect(idsOf(await find(account.username))).toEqual([kept, gone].toSorted());
    expect(await update([kept, other])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'schools'] }] },
    });
    expect((await update([kept])).status).toBe(200);
    // Once removed, it is refused like any other deleted site.
    expect((await update([kept, gone])).status).toBe(422);
    expect(idsOf(await find(account.username))).toEqual([kept]);
  });

  it('changes at once what its owner sees in the current session', async () => {
    const { access } = fixtures.people.manager;
    const at = async (site: string) => {
      const { last_name } = referralBody(site);
      await server.callOk(
        'addReferral',
        { body: referralBody(site, { last_name }) },
        superuserToken(),
      );
      return last_name;
    };
    const [own, other] = [await at(fixtures.sites.own), await at(fixtures.sites.other)];
    const seen = async () => {
      const { items } = await server.callOk('listReferrals', { query: { size: 100 } }, access);
      return items.map((item) => item.last_name).filter((name) => [own, other].includes(name));
    };
    expect(await seen()).toEqual([own]);
    const schools = [{ id: fixtures.sites.other, name: '' }];
    const params = { id: fixtures.people.manager.id };
    await server.callOk('updateAccount', { params, body: { schools } }, superuserToken());
    expect(await seen()).toEqual([other]);
  });
});

describe('reading one account by its id', () => {
  it('answers what the list shows, whatever its role and state', async () => {
    const pending = registration(fixtures);
    await server.callOk('register', { body: pending });
    const deactivated = await newManager([fixtures.sites.own]);
    await server.callOk('deactivateAccount', { params: { id: deactivated._id } }, superuserToken());
    const { items } = await server.callOk(
      'listAccounts',
      { query: { page: 1, size: 100 } },
      superuserToken(),
    );
    expect(new Set(items.map(({ role }) => role)).size).toBe(5);
    const names = items.map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining([pending.username, deactivated.username]));
    for (const item of items) {
      const input = { params: { id: item._id } };
      expect(await server.callOk('getAccount', input, superuserToken())).toEqual(item);
    }
  });

  it('is a feature that the server announces', async () => {
    expect((await server.callOk('meta', {})).features).toContain('getOne');
  });
});

describe('the lists of names', () => {
  it('are in alphabetical order, ignoring case and accents', async () => {
    const mark = unique('Ordered');
    const typed = ['zoe', 'Ábel', 'Zed', 'maría', 'Mark'].map((name) => `${name} ${mark}`);
    for (const fullname of typed) {
      const body = { fullname, username: uniqueEmail(), password: PASSWORD, agree: true };
      const school = { id: fixtures.sites.own, name: '' };
      await server.callOk('register', { body: { ...body, schools: [school] } }, superuserToken());
      await server.callOk('addSite', { body: { name: fullname } }, superuserToken());
    }
    const ordered = ['Ábel', 'maría', 'Mark', 'Zed', 'zoe'].map((name) => `${name} ${mark}`);
    const added = (names: readonly string[]) => names.filter((name) => name.endsWith(mark));
    const managers = await server.callOk('listManagers', {}, superuserToken());
    expect(added(managers.map(({ fullname }) => fullname))).toEqual(ordered);
    const { items } = await server.callOk(
      'listAccounts',
      { query: { size: 100 } },
      superuserToken(),
    );
    expect(added(items.map(({ fullname }) => fullname))).toEqual(ordered);
    const sites = await server.callOk('listSites', {});
    expect(added(sites.map(({ name }) => name))).toEqual(ordered);
  });
});

describe('two managers of one name', () => {
  it('are told apart by their emails in the list, and by the id of the referrer', async () => {
    const fullname = unique('María González');
    const emails = [uniqueEmail(), uniqueEmail()];
    for (const username of emails) {
      const schools = [{ id: fixtures.sites.own, name: '' }];
      const body = { fullname, username, password: PASSWORD, schools, agree: true };
      await server.callOk('register', { body }, superuserToken());
    }
    const managers = await server.callOk('listManagers', {}, superuserToken());
    const named = managers.filter((manager) => manager.fullname === fullname);
    expect(new Set(named.map(({ username }) => username))).toEqual(new Set(emails));

    const body = referralBody(fixtures.sites.own);
    const added = await server.callOk('addReferral', { body }, superuserToken());
    for (const { _id, username } of named) {
      const assignment = { user_id: _id, referral_id: added._id };
      await server.callOk('assignReferral', { body: assignment }, superuserToken());
      const params = { id: added._id };
      const shown = await server.callOk('getReferral', { params }, superuserToken());
      expect(shown.user_info).toEqual({ fullname, id: _id, username });
    }
  });

  it('have no email in what a manager reads', async () => {
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, fixtures.bearer('manager'));
    const ownership = { id: _id, owner: fixtures.people.superuser.id };
    await server.callOk('assignOwner', { body: ownership }, superuserToken());
    const head = fixtures.bearer('manager');
    const one = await server.callOk('getReferral', { params: { id: _id } }, head);
    const { items } = await server.callOk('listReferrals', { query: {} }, head);
    const keys = [one, items.find((item) => item._id === _id)].map((shown) => [
      Object.keys(shown?.user_info ?? {}),
      Object.keys(shown?.owner ?? {}),
    ]);
    expect(keys).toEqual([
      [
        ['fullname', 'id'],
        ['id', 'fullname'],
      ],
      [
        ['fullname', 'id'],
        ['id', 'fullname'],
      ],
    ]);
  });
});

describe('the password of an account', () => {
  it('is refused if made of the name of a site', async () => {
    const name = unique('Cedar Hollow');
    await server.callOk('addSite', { body: { name } }, superuserToken());
    const body = { ...registration(fixtures), password: name.replaceAll(' ', '') };
    expect(await server.call('register', { body })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'password_guessable', loc: ['body', 'password'] }] },
    });
  });
});

describe('the search', () => {
  it('ignores accents, case and spacing, and treats wildcards as plain text', async () => {
    const username = uniqueEmail();
    const fullname = `Joaquín Ñáñez ${unique('Searched')}`;
    const body = { fullname, username, password: PASSWORD };
    await server.callOk('registerSuperuser', { body }, superuserToken());
    const finds = async (query: string) => {
      const found = await server.callOk('searchAccounts', { query: { query } }, superuserToken());
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
  /** Like the screen, without a fullname. */
  const add = (bearer: string | undefined, username = uniqueEmail()) => {
    const schools = [{ id: fixtures.sites.own, name: 'Own School' }];
    const body = { username, password: PASSWORD, role: 'MANAGER' as const, schools };
    return server.call('register', { body }, bearer);
  };

  it('gets a 401 with an expired access token, not that of an incomplete registration; a fresh token adds it', async () => {
    const { refresh } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
    const sessionId = server.app.tokens.readRefresh(refresh)?.sessionId ?? '';
    const subject = {
      username: SUPERUSER.email,
      fullname: '',
      role: 'SUPERUSER' as const,
      approved: true,
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - A_DAY });
    const aged = await server.app.tokens.issueAccess(sessionId, subject);
    vi.useRealTimers();

    for (const bearer of [aged, 'nonsense']) {
      expect((await add(bearer)).status).toBe(401);
    }
    const { access_token } = await server.callOk('refresh', {}, refresh);
    const added = uniqueEmail();
    expect((await add(access_token, added)).status).toBe(200);
    expect(await find(added)).toMatchObject({ fullname: added, approved: true });
  });

  it('is an incomplete registration without a token, or with that of a manager', async () => {
    for (const bearer of [undefined, fixtures.bearer('limited')]) {
      expect(await add(bearer)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'fullname'] }, { loc: ['body', 'agree'] }] },
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
      payload: JSON.stringify({ ...registration(fixtures), ...changes }),
    });

  it('do not count if the password is refused', async () => {
    const weak = { password: 'password1' };
    for (let times = 0; times < 7; times += 1) {
      expect((await from('192.0.2.9', undefined, weak)).status).toBe(422);
    }
    expect((await from('192.0.2.9')).status).toBe(200);
  });

  it('are limited to six a minute for visitors, and unlimited for a super user', async () => {
    const statuses = [];
    for (let times = 0; times < 7; times += 1) statuses.push((await from('192.0.2.1')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const manager = await from('192.0.2.1', fixtures.bearer('limited'));
    expect(manager.status).toBe(429);
    const more = [];
    for (let times = 0; times < 7; times += 1) {
      more.push((await from('192.0.2.1', superuserToken())).status);
    }
    expect(new Set(more)).toEqual(new Set([200]));
  });
});

describe('without SMTP_URL, where no e-mail can be confirmed', () => {
  it('registration, sign-in and approval work as specified, and the pending list says that confirmation is unavailable', async () => {
    const body = registration(fixtures);
    const { username } = body;
    await server.callOk('register', { body });
    const login = await server.call('login', { body: { username, password: PASSWORD } });
    expect(login).toMatchObject({ status: 403, body: { detail: 'not_approved' } });
    const query = { page: 1, size: 100 };
    const { items } = await server.callOk('listPendingAccounts', { query }, superuserToken());
    const waiting = items.find((item) => item.username === username);
    expect(waiting).toMatchObject({ email_proof: 'unavailable' });
    await server.callOk(
      'approveAccount',
      { body: { user_id: waiting?._id ?? '' } },
      superuserToken(),
    );
    expect((await signIn(server, username)).access).toBeTruthy();
    expect((await server.callOk('meta', {})).features).not.toContain('mailboxProof');
  });
});
