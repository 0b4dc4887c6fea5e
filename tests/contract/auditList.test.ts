/** Reading the trail: who may, what is told, and how it is narrowed and cut. */
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_LIMITS } from '../../contract/constants';
import type { AuditEntry } from '../../contract/entities/audit';
import { audit_event } from '../../server/db/schema';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createWorld,
  PASSWORD,
  referralBody,
  signIn,
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

interface Asked {
  filter?: object;
  range?: unknown;
  sort?: unknown;
}

/** As ra-data-simple-rest asks. */
async function read(asked: Asked = {}) {
  const query = Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const answer = await server.call('listAudit', { query }, head());
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return { entries: answer.body as AuditEntry[], range: answer.headers['content-range'] };
}

const addReferral = async (changes = {}, bearer = head()) => {
  const body = referralBody(world.sites.own, { first_name: 'Trailed', ...changes });
  const added = await server.done('addReferral', { body }, bearer);
  return { ...added, name: `${body.first_name} ${body.last_name}` };
};

describe('who looked at a person', () => {
  it('is told by tracking id and by id, with names as they are now', async () => {
    const { _id, tracking_id, name } = await addReferral();
    await server.done('listReferrals', { query: { size: 100 } }, world.bearer('manager'));
    await server.done('updateReferral', { body: { id: _id, status: 'Processed' } }, head());
    for (const person of [tracking_id, tracking_id.toLowerCase(), _id]) {
      const { entries, range } = await read({ filter: { person } });
      expect(entries.map(({ action, actor }) => [action, actor?.id])).toEqual([
        ['updateReferral', world.people.superuser.id],
        ['listReferrals', world.people.manager.id],
        ['addReferral', world.people.superuser.id],
      ]);
      const [first] = entries[1]?.records ?? [];
      expect(first).toEqual({ id: _id, kind: 'referral', name, tracking_id });
      expect(range).toBe(`audit 0-${entries.length - 1}/${entries.length}`);
    }
  });

  it('leaves out readings of the trail itself, which are told where nobody is asked about', async () => {
    const { _id, tracking_id } = await addReferral();
    await read({ range: [0, 0] });
    const reading = (await read({ range: [0, 0] })).entries[0];
    expect(reading?.action).toBe('listAudit');
    expect(reading?.records.map(({ id }) => id)).toContain(_id);
    for (const filter of [
      { person: tracking_id },
      { person: tracking_id, actor: world.people.superuser.id },
    ]) {
      const { entries, range } = await read({ filter });
      expect(entries.map(({ action }) => action)).toEqual(['addReferral']);
      expect(range).toBe('audit 0-0/1');
    }
    const byActor = await read({ filter: { actor: world.people.superuser.id }, range: [0, 0] });
    expect(byActor.entries[0]?.action).toBe('listAudit');
  });

  it('is told also of one who was deleted', async () => {
    const { _id, tracking_id, name } = await addReferral();
    await server.done('deleteReferral', { body: { id: _id } }, head());
    const { entries } = await read({ filter: { person: tracking_id } });
    expect(entries.map(({ action }) => action)).toEqual(['deleteReferral', 'addReferral']);
    expect(entries[0]?.records).toEqual([{ id: _id, kind: 'referral', name, tracking_id }]);
  });

  it('includes the login that was made for the person, whichever is asked for', async () => {
    const { _id, tracking_id } = await addReferral();
    const username = uniqueEmail();
    const schools = [{ id: world.sites.own, site: '' }];
    const body = { fullname: 'Trailed', username, password: PASSWORD, schools, referral: _id };
    await server.done('registerReferral', { body }, head());
    const [login] = await server.done('searchAccounts', { query: { query: username } }, head());
    const byReferral = await read({ filter: { person: tracking_id } });
    const byLogin = await read({ filter: { person: login?._id } });
    for (const { entries } of [byReferral, byLogin]) {
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['searchAccounts', 'registerReferral', 'addReferral']),
      );
    }
  });

  it('of nobody is nothing', async () => {
    const { entries, range } = await read({ filter: { person: 'R-NOBO-DY00' } });
    expect({ entries, range }).toEqual({ entries: [], range: 'audit */0' });
  });

  it('of many at once shows 25, the one who was asked for among them, and says how many there were', async () => {
    const { _id, tracking_id } = await addReferral();
    for (let more = 0; more < AUDIT_LIMITS.recordsShown + 5; more += 1) await addReferral();
    const { total } = await server.done('listReferrals', { query: { size: 100 } }, head());
    const { entries } = await read({ filter: { person: tracking_id } });
    const shown = entries.find(({ action }) => action === 'listReferrals');
    expect(shown?.recordCount).toBe(total);
    expect(shown?.records).toHaveLength(AUDIT_LIMITS.recordsShown);
    expect(shown?.records[0]?.id).toBe(_id);
  });
});

describe('what an account did', () => {
  it('is told with what was refused, and nothing of others', async () => {
    const { id, username } = world.people.limited;
    const { access, refresh } = await signIn(server, username);
    await server.call('deleteReferral', { body: { id: 'any' } }, access);
    await server.done('logout', {}, refresh);
    const { entries } = await read({ filter: { actor: id }, range: [0, 2] });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'logout done',
      'deleteReferral refused',
      'login done',
    ]);
    expect(entries[0]?.actor).toEqual({ id, username, fullname: expect.any(String) });
  });

  it('a visitor has no account', async () => {
    await server.done('addGuestReferral', { body: referralBody(world.sites.own) });
    const { entries } = await read({ range: [0, 0] });
    expect(entries[0]?.action).toBe('addGuestReferral');
    expect(entries[0]?.actor).toBeNull();
  });
});

describe('a day', () => {
  it('is from its first moment to that of the next', async () => {
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
  it('is in pages without gaps, either way round, and leaves one entry each time', async () => {
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

  it('shows a record and an account it does not know as such', async () => {
    await server.db.execute(
      sql`insert into audit_event (actor_id, action, record_ids, outcome, ip) values ('gone', 'unknowns', array['lost', ${world.sites.own}], 'done', '')`,
    );
    const { entries } = await read({ range: [0, 0] });
    expect(entries[0]?.action).toBe('unknowns');
    expect(entries[0]?.actor).toEqual({ id: 'gone', fullname: '', username: '' });
    expect(entries[0]?.records).toEqual([
      { id: 'lost', kind: 'unknown', name: '' },
      { id: world.sites.own, kind: 'site', name: expect.stringContaining('Own School') },
    ]);
  });

  it('past its end is empty, and says how many there are', async () => {
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
    ['filter', '{"actor":1}'],
    ['filter', '{"actor":""}'],
    ['filter', `{"person":"${'x'.repeat(101)}"}`],
    ['filter', `{"person":"a\\u0000"}`],
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
    const answer = await server.call('listAudit', { query: { [field]: value } }, head());
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['query', field]) }] },
    });
    expect(answer.text).not.toContain('secret');
  });

  it('is for super users alone', async () => {
    const statuses = await Promise.all(
      (['anonymous', 'referral', 'admin', 'siteUser', 'manager', 'limited'] as const).map(
        async (caller) => (await server.call('listAudit', {}, world.bearer(caller))).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 403, 403, 403]);
  });

  it('is announced, and of no browser kept', async () => {
    expect((await server.done('meta', {})).features).toEqual(
      expect.arrayContaining(['audit', 'suspected']),
    );
    const { headers } = await server.call('listAudit', {}, head());
    expect(headers['cache-control']).toBe('no-store');
  });
});

it('what waits as possible spam is counted without showing anyone', async () => {
  const { _id } = await addReferral();
  const { count } = await server.done('countSuspected', {}, head());
  await server.db.execute(sql`update referral set suspected = 'haste' where id = ${_id}`);
  expect(await server.done('countSuspected', {}, head())).toEqual({ count: count + 1 });
  await server.done('deleteReferral', { body: { id: _id } }, head());
  expect(await server.done('countSuspected', {}, head())).toEqual({ count });
});
