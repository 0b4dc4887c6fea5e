/** listAudit: permissions, content, filters and paging. */
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_LIMITS } from '../../contract/staffConstants';
import type { AuditEntry } from '../../contract/entities/audit';
import { audit_event } from '../../server/db/schema';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  signIn,
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

interface AuditQuery {
  filter?: object;
  range?: unknown;
  sort?: unknown;
}

/** Sends the query like ra-data-simple-rest. */
async function read(query: AuditQuery = {}) {
  const encoded = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const answer = await server.call('listAudit', { query: encoded }, superuserToken());
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return { entries: answer.body as AuditEntry[], range: answer.headers['content-range'] };
}

const addReferral = async (changes = {}, bearer = superuserToken()) => {
  const body = referralBody(fixtures.sites.own, { first_name: 'Trailed', ...changes });
  const added = await server.callOk('addReferral', { body }, bearer);
  return { ...added, name: `${body.first_name} ${body.last_name}` };
};

describe('the entries about a person', () => {
  it('are found by tracking id and by id, with current names', async () => {
    const { _id, tracking_id, name } = await addReferral();
    await server.callOk('listReferrals', { query: { size: 100 } }, fixtures.bearer('manager'));
    await server.callOk(
      'updateReferral',
      { body: { id: _id, status: 'Processed' } },
      superuserToken(),
    );
    for (const person of [tracking_id, tracking_id.toLowerCase(), _id]) {
      const { entries, range } = await read({ filter: { person } });
      expect(entries.map(({ action, actor }) => [action, actor?.id])).toEqual([
        ['updateReferral', fixtures.people.superuser.id],
        ['listReferrals', fixtures.people.manager.id],
        ['addReferral', fixtures.people.superuser.id],
      ]);
      const [first] = entries[1]?.records ?? [];
      expect(first).toEqual({ id: _id, kind: 'referral', name, tracking_id });
      expect(range).toBe(`audit 0-${entries.length - 1}/${entries.length}`);
    }
  });

  it('omit reads of the trail itself, which are listed if the filter names no person', async () => {
    const { _id, tracking_id } = await addReferral();
    await read({ range: [0, 0] });
    const reading = (await read({ range: [0, 0] })).entries[0];
    expect(reading?.action).toBe('listAudit');
    expect(reading?.records.map(({ id }) => id)).toContain(_id);
    for (const filter of [
      { person: tracking_id },
      { person: tracking_id, actor: fixtures.people.superuser.id },
    ]) {
      const { entries, range } = await read({ filter });
      expect(entries.map(({ action }) => action)).toEqual(['addReferral']);
      expect(range).toBe('audit 0-0/1');
    }
    const byActor = await read({ filter: { actor: fixtures.people.superuser.id }, range: [0, 0] });
    expect(byActor.entries[0]?.action).toBe('listAudit');
  });

  it('are found for a deleted referral, too', async () => {
    const { _id, tracking_id, name } = await addReferral();
    await server.callOk('deleteReferral', { body: { id: _id } }, superuserToken());
    const { entries } = await read({ filter: { person: tracking_id } });
    expect(entries.map(({ action }) => action)).toEqual(['deleteReferral', 'addReferral']);
    expect(entries[0]?.records).toEqual([{ id: _id, kind: 'referral', name, tracking_id }]);
  });

  it('include those of the login created for the person, whichever id is given', async () => {
    const { _id, tracking_id } = await addReferral();
    const username = uniqueEmail();
    const schools = [{ id: fixtures.sites.own, site: '' }];
    const body = { fullname: 'Trailed', username, password: PASSWORD, schools, referral: _id };
    await server.callOk('registerReferral', { body }, superuserToken());
    const [login] = await server.callOk(
      'searchAccounts',
      { query: { query: username } },
      superuserToken(),
    );
    const byReferral = await read({ filter: { person: tracking_id } });
    const byLogin = await read({ filter: { person: login?._id } });
    for (const { entries } of [byReferral, byLogin]) {
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['searchAccounts', 'registerReferral', 'addReferral']),
      );
    }
  });

  it('are none for an unknown person', async () => {
    const { entries, range } = await read({ filter: { person: 'R-NOBO-DY00' } });
    expect({ entries, range }).toEqual({ entries: [], range: 'audit */0' });
  });

  it('list 25 of many records, the requested one included, and their number', async () => {
    const { _id, tracking_id } = await addReferral();
    for (let more = 0; more < AUDIT_LIMITS.recordsShown + 5; more += 1) await addReferral();
    const { total } = await server.callOk(
      'listReferrals',
      { query: { size: 100 } },
      superuserToken(),
    );
    const { entries } = await read({ filter: { person: tracking_id } });
    const shown = entries.find(({ action }) => action === 'listReferrals');
    expect(shown?.recordCount).toBe(total);
    expect(shown?.records).toHaveLength(AUDIT_LIMITS.recordsShown);
    expect(shown?.records[0]?.id).toBe(_id);
  });
});

describe('the actions', () => {
  /** The newest entries of a kind, by action and outcome. */
  const newest = async (filter: object, count: number) => {
    const { entries } = await read({ filter, range: [0, count - 1] });
    return entries.map(({ action, outcome }) => `${action} ${outcome}`);
  };

  it('are changes and refusals, without reads and logins', async () => {
    const { username } = fixtures.people.manager;
    await server.callOk('listReferrals', { query: {} }, fixtures.bearer('manager'));
    const { _id } = await addReferral();
    await server.callOk('listAccounts', { query: {} }, superuserToken());
    const { refresh } = await signIn(server, username);
    await server.callOk('logout', {}, refresh);
    await server.call('listAccounts', { query: {} }, fixtures.bearer('manager'));
    await server.call('login', { body: { username, password: 'wrong-password' } });
    await server.callOk('deleteReferral', { body: { id: _id } }, superuserToken());
    expect(await newest({ kind: 'changes' }, 4)).toEqual([
      'deleteReferral done',
      'login refused',
      'listAccounts refused',
      'addReferral done',
    ]);
  });

  it('can be chosen, together and with the other filters', async () => {
    const { _id, tracking_id } = await addReferral();
    await server.callOk('getReferral', { params: { id: _id } }, superuserToken());
    expect(await newest({ actions: ['getReferral'] }, 1)).toEqual(['getReferral done']);
    const both = { actions: ['addReferral', 'getReferral'], person: tracking_id };
    expect(await newest(both, 5)).toEqual(['getReferral done', 'addReferral done']);
    const ofManager = { ...both, actor: fixtures.people.manager.id };
    expect(await newest(ofManager, 5)).toEqual([]);
  });

  it.each(['constructor', 'noSuchAction', "x' or true --"])(
    'can be “%s”, of no entry',
    async (action) => {
      expect(await newest({ actions: [action] }, 5)).toEqual([]);
    },
  );
});

describe('the entries of an account', () => {
  it('include refusals, and nothing of other accounts', async () => {
    const { id, username } = fixtures.people.limited;
    const { access, refresh } = await signIn(server, username);
    await server.call('deleteReferral', { body: { id: 'any' } }, access);
    await server.callOk('logout', {}, refresh);
    const { entries } = await read({ filter: { actor: id }, range: [0, 2] });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'logout done',
      'deleteReferral refused',
      'login done',
    ]);
    expect(entries[0]?.actor).toEqual({ id, username, fullname: expect.any(String) });
  });

  it('have no actor for a visitor', async () => {
    await server.callOk('addGuestReferral', { body: referralBody(fixtures.sites.own) });
    const { entries } = await read({ range: [0, 0] });
    expect(entries[0]?.action).toBe('addGuestReferral');
    expect(entries[0]?.actor).toBeNull();
  });
});

describe('a day', () => {
  it('includes its first moment and excludes that of the next', async () => {
    await server.db.execute(
      sql`insert into audit_event (at, action, outcome, ip) values
        ('2020-05-04T23:59:59.999999Z', 'before', 'done', ''), ('2020-05-05T00:00:00Z', 'first', 'done', ''),
        ('2020-05-05T23:59:59.999999Z', 'last', 'done', ''), ('2020-05-06T00:00:00Z', 'after', 'done', '')`,
    );
    const filter = { from: '2020-05-05T00:00:00.000Z', to: '2020-05-06T00:00:00.000Z' };
    const { entries } = await read({ filter });
    expect(entries.map(({ action }) => action)).toEqual(['last', 'first']);
    expect(entries[1]?.at).toBe('2020-05-05T00:00:00.000Z');
    const moved = { from: '2020-05-05T02:00:00+02:00', to: '2020-05-06T02:00:00+02:00' };
    expect((await read({ filter: moved })).entries).toEqual(entries);
  });
});

describe('the trail', () => {
  it('is paged without gaps in both directions, and each read adds one entry', async () => {
    const stored = await server.db
      .select({ id: audit_event.id })
      .from(audit_event)
      .orderBy(asc(audit_event.id));
    const forward = await read({ sort: ['id', 'ASC'], range: [0, 9] });
    const onward = await read({ sort: ['id', 'ASC'], range: [10, 19] });
    expect([...forward.entries, ...onward.entries].map(({ id }) => id)).toEqual(
      stored.slice(0, 20).map(({ id }) => id),
    );
    const { entries, range } = await read({ range: [0, 1] });
    const newest = stored.length + 2;
    expect(entries.map(({ id, action }) => [id, action])).toEqual([
      [newest, 'listAudit'],
      [newest - 1, 'listAudit'],
    ]);
    expect(range).toBe(`audit 0-1/${newest}`);

    const until = entries[0]?.id;
    const asItWas = await read({ filter: { until }, range: [0, 3] });
    expect(asItWas.range).toBe(`audit 0-3/${newest}`);
    expect(asItWas.entries.slice(0, 2)).toEqual(entries);
  });

  it('shows an unknown record and an unknown account as such', async () => {
    await server.db.execute(
      sql`insert into audit_event (actor_id, action, record_ids, outcome, ip) values ('gone', 'unknowns', array['lost', ${fixtures.sites.own}], 'done', '')`,
    );
    const { entries } = await read({ range: [0, 0] });
    expect(entries[0]?.action).toBe('unknowns');
    expect(entries[0]?.actor).toEqual({ id: 'gone', fullname: '', username: '' });
    expect(entries[0]?.records).toEqual([
      { id: 'lost', kind: 'unknown', name: '' },
      { id: fixtures.sites.own, kind: 'site', name: expect.stringContaining('Own School') },
    ]);
  });

  it('is empty past its end, and returns the total', async () => {
    const { entries, range } = await read({ range: [9_900, 9_999] });
    expect(entries).toEqual([]);
    expect(range).toMatch(/^audit \*\/\d+$/);
  });

  it.each([
    ['filter', 'no JSON'],
    ['filter', '[]'],
    ['filter', 'null'],
    ['filter', '{"whose":"secret"}'],
    ['filter', '{"from":"yesterday"}'],
    ['filter', '{"kind":"reads"}'],
    ['filter', '{"actions":[]}'],
    ['filter', '{"actions":"login"}'],
    ['filter', `{"actions":${JSON.stringify(Array.from({ length: 11 }, String))}}`],
    ['filter', '{"actor":1}'],
    ['filter', '{"actor":""}'],
    ['filter', `{"person":"${'x'.repeat(101)}"}`],
    ['filter', `{"person":"\\u0000"}`],
    ['filter', `{"actor":"a\\u0000"}`],
    ['filter', `{"from":"2020-05-05T00:00:00Z${' '.repeat(1_000)}"}`],
    ['range', '[0]'],
    ['range', '[1,0]'],
    ['range', '[-1,5]'],
    ['range', '[0,100]'],
    ['range', '[0.5,2]'],
    ['range', '[10000,10001]'],
    ['range', '"0-9"'],
    ['sort', '["at","DESC"]'],
    ['sort', '["id","desc; drop table account"]'],
    ['sort', '"id"'],
  ])('refuses %s=%s with 422 that names it', async (field, value) => {
    const answer = await server.call('listAudit', { query: { [field]: value } }, superuserToken());
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['query', field]) }] },
    });
    expect(answer.text).not.toContain('secret');
  });

  it('is for super users only', async () => {
    const statuses = await Promise.all(
      (['anonymous', 'referral', 'admin', 'siteUser', 'manager', 'limited'] as const).map(
        async (caller) => (await server.call('listAudit', {}, fixtures.bearer(caller))).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 403, 403, 403]);
  });

  it('is announced in meta, and not cached', async () => {
    expect((await server.callOk('meta', {})).features).toEqual(
      expect.arrayContaining(['audit', 'auditActions', 'held']),
    );
    const { headers } = await server.call('listAudit', {}, superuserToken());
    expect(headers['cache-control']).toBe('no-store');
  });
});

it('referrals held as possible spam are counted without returning any', async () => {
  const { _id } = await addReferral();
  const { count } = await server.callOk('countHeld', {}, superuserToken());
  await server.db.execute(sql`update referral set hold_reason = 'haste' where id = ${_id}`);
  expect(await server.callOk('countHeld', {}, superuserToken())).toEqual({ count: count + 1 });
  await server.callOk('deleteReferral', { body: { id: _id } }, superuserToken());
  expect(await server.callOk('countHeld', {}, superuserToken())).toEqual({ count });
});
