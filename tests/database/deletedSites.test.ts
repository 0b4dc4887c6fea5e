/** Deleted sites: their names, bringing them back, and where they are still named. */
import { and, arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_REFUSALS } from '../../contract/staffConstants';
import { audit_event, site } from '../../server/db/schema';
import { ENGINES } from '../support/engines';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  const add = (name: string) => server.call('addSite', { body: { name } }, head());
  const added = async (name: string) =>
    (await server.callOk('addSite', { body: { name } }, head()))._id;
  const rename = (id: string, name: string) =>
    server.call('updateSite', { body: { id, name } }, head());
  const remove = (id: string) => server.callOk('deleteSite', { body: { id } }, head());
  const restore = (id: string) => server.call('restoreSite', { body: { id } }, head());
  const restorable = (name: string) =>
    server.callOk('listRestorableSites', { query: { name } }, head());
  const liveIds = async (name: string) =>
    (await server.callOk('listSites', {})).flatMap((each) => (each.name === name ? each._id : []));
  const deletedIds = async (bearer: string | undefined) =>
    (await server.callOk('listDeletedSites', {}, bearer)).map(({ _id }) => _id);

  const manager = async (schools: readonly string[], limited = false) => {
    const username = uniqueEmail();
    const fullname = unique('Manager');
    const body = { fullname, username, password: PASSWORD, role: 'MANAGER' as const };
    const sites = schools.map((id) => ({ id, name: '' }));
    await server.callOk('register', { body: { ...body, schools: sites } }, head());
    const [account] = await server.callOk('searchAccounts', { query: { query: username } }, head());
    const _id = account?._id ?? '';
    if (limited) {
      const change = { params: { id: _id }, body: { created_referrals_only: true } };
      await server.callOk('updateAccount', change, head());
    }
    const { access } = await signIn(server, username);
    return { account: { _id, fullname, username }, access };
  };
  const file = (id: string, as = head()) =>
    server.callOk('addReferral', { body: referralBody(id) }, as);

  const nameDeleted = { status: 409, body: { detail: SITE_REFUSALS.nameDeleted } };
  const nameTaken = { status: 409, body: { detail: SITE_REFUSALS.nameTaken } };

  it('a site cannot be added with the name of a deleted one, or renamed to it', async () => {
    const mark = unique('School');
    const id = await added(`St. Ann's ${mark}`);
    await remove(id);
    const other = await added(`Elsewhere ${mark}`);
    for (const name of [`St. Ann's ${mark}`, `st. ann’s ${mark}`]) {
      expect(await add(name)).toMatchObject(nameDeleted);
      expect(await rename(other, name)).toMatchObject(nameDeleted);
    }
    expect((await rename(id, 'Anything')).status).toBe(404);
    expect((await add(`St Anns ${mark}`)).status).toBe(200);
    expect(await liveIds(`Elsewhere ${mark}`)).toEqual([other]);
  });

  it('a live site with the name comes first, and may keep it in another spelling', async () => {
    const name = unique('School');
    const id = await added(name);
    await server.db.insert(site).values({ id: unique('old'), name, deleted_at: new Date() });
    expect(await add(name.toUpperCase())).toMatchObject(nameTaken);
    expect((await rename(id, name.toUpperCase())).status).toBe(200);
    expect((await rename(id, unique('Other'))).status).toBe(200);
    expect(await rename(id, name)).toMatchObject(nameDeleted);
  });

  it('is brought back with its referrals and managers, and one audit entry', async () => {
    const name = unique('School');
    const id = await added(name);
    const theirs = await manager([id]);
    await manager([id], true);
    const gone = await manager([id]);
    await server.callOk('deactivateAccount', { params: { id: gone.account._id } }, head());
    await file(id);
    await remove(id);
    await expect(
      server.callOk('addGuestReferral', { body: referralBody(id) }),
    ).rejects.toBeDefined();

    const [offered, ...more] = await restorable(name.toLowerCase());
    expect([offered, more]).toEqual([
      {
        _id: id,
        name,
        version: 1,
        deletion_date: expect.stringMatching(/^\d{4}-.*Z$/),
        accounts: [theirs.account],
      },
      [],
    ]);

    expect(await restore(id)).toMatchObject({ status: 200, body: { _id: id, name, version: 2 } });
    await server.callOk('addGuestReferral', { body: referralBody(id) });
    const { items } = await server.callOk(
      'listWorklist',
      { body: { page: 1, size: 25, sort: 'entry_date', order: 'desc' } },
      theirs.access,
    );
    expect(items.map((item) => item.site.value)).toEqual([id, id]);
    expect(await restorable(name)).toEqual([]);
    const entries = await server.db
      .select({ outcome: audit_event.outcome, records: audit_event.record_ids })
      .from(audit_event)
      .where(
        and(eq(audit_event.action, 'restoreSite'), arrayContains(audit_event.record_ids, [id])),
      );
    expect(entries).toEqual([{ outcome: 'done', records: [id] }]);
  });

  it('of two with the same name one can be brought back, unless a live site has it', async () => {
    const name = unique('School');
    const [one, two] = [unique('one'), unique('two')];
    const at = (day: number) => new Date(`2026-01-0${day}T00:00:00Z`);
    await server.db.insert(site).values([
      { id: one, name, deleted_at: at(1), namesake: 0 },
      { id: two, name: name.toUpperCase(), deleted_at: at(2), namesake: 1 },
    ]);
    expect((await restorable(name)).map(({ _id }) => _id)).toEqual([two, one]);
    expect((await restore(two)).status).toBe(200);
    expect(await restore(one)).toMatchObject(nameTaken);
    // Again, as after a lost response: it is as it was.
    expect(await restore(two)).toMatchObject({ status: 200, body: { _id: two, version: 2 } });
    expect((await rename(two, unique('Other'))).status).toBe(200);
    const answers = await Promise.all([restore(one), add(name.toLowerCase())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(await liveIds(name)).toEqual([one]);
  });

  it('an account names a deleted site as such', async () => {
    const id = await added(unique('School'));
    const { account } = await manager([id]);
    const schools = async () =>
      (await server.callOk('getAccount', { params: { id: account._id } }, head())).schools;
    const [school] = await schools();
    expect(school).toEqual({ _id: id, name: expect.any(String) });
    await remove(id);
    expect(await schools()).toEqual([{ ...school, deleted: true }]);
    await restore(id);
    expect(await schools()).toEqual([school]);
  });

  it('lists the deleted sites of the referrals that the caller may see', async () => {
    const [theirs, other, empty] = [
      await added(unique('B School')),
      await added(unique('A School')),
      await added(unique('School')),
    ];
    // Without a site that remains, a manager does not belong to the program.
    const remaining = await added(unique('School'));
    const one = await manager([theirs, empty, remaining]);
    const limited = await manager([theirs, remaining], true);
    await file(theirs);
    await file(other);
    expect(await deletedIds(head())).not.toContain(theirs);
    for (const id of [theirs, other, empty]) await remove(id);
    expect(await deletedIds(one.access)).toEqual([theirs]);
    expect(await deletedIds(limited.access)).toEqual([]);
    const all = await deletedIds(head());
    expect(all.filter((id) => [theirs, other, empty].includes(id))).toEqual([other, theirs]);

    // One's own elsewhere.
    await restore(other);
    await file(other, limited.access);
    await remove(other);
    expect(await deletedIds(limited.access)).toEqual([other]);
    expect(await deletedIds(one.access)).toEqual([theirs]);
    const q = { page: 1, size: 25, sort: 'entry_date', order: 'desc' } as const;
    const found = await server.callOk('listWorklist', { body: { ...q, site: theirs } }, one.access);
    expect(found.items).toHaveLength(1);
  });
});
