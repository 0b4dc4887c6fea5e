/** Deleting a referral with a reason, the list of those deleted lately, and putting one back as it was. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETE_REASONS, REASON_NOTE_MAX } from '../../contract/staffConstants';
import { account, name_word, referral } from '../../server/db/schema';
import { countHeld, rollUpCounters } from '../../server/features/referrals/list/counters';
import { countMatching } from '../support/countMatching';
import { hashTables } from '../support/databaseState';
import { ENGINES } from '../support/engines';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

const DAYS = 12;

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let accounts: PreparedAccounts;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), DELETED_DAYS: String(DAYS) });
    fixtures = await createFixtures(server);
    accounts = await prepareAccounts(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  async function file(changes: Parameters<typeof referralBody>[1] = {}) {
    const body = referralBody(fixtures.sites.own, changes);
    return { ...body, id: (await server.callOk('addReferral', { body }, head()))._id };
  }
  const remove = (id: string, reason: object = {}) =>
    server.call('deleteReferral', { body: { id, ...reason } }, head());
  const putBack = (id: string, more: object = {}, headers: Record<string, string> = {}) =>
    server.call('putBackReferral', { body: { id, ...more }, headers }, head());
  const list = () => server.callOk('listDeleted', { query: { size: 100 } }, head());
  const show = (id: string) => server.call('getReferral', { params: { id } }, head());
  const events = async (id: string) =>
    (await server.callOk('getHistory', { params: { id } }, head())).events;
  const find = async (q: string) =>
    (await server.callOk('listWorklist', { body: { q } }, head())).items.map(({ _id }) => _id);
  const age = (id: string, days: number) =>
    server.db
      .update(referral)
      .set({ deleted_at: sql`now() - ${days}::int * interval '1 day'` })
      .where(eq(referral.id, id));

  it('a deletion stores who, when and why, and the list has it first', async () => {
    const earlier = await file();
    await remove(earlier.id);
    const { id, last_name } = await file();
    const reason = { delete_reason: 'sentTwice', delete_note: ' Same as R-WCX2 \n' };
    expect((await remove(id, reason)).status).toBe(200);
    const { items, days, total } = await list();
    expect(days).toBe(DAYS);
    expect(await server.callOk('countDeleted', {}, head())).toEqual({ count: total, days: DAYS });
    expect(items[0]).toMatchObject({
      _id: id,
      last_name,
      status: 'Pending',
      hold_reason: null,
      delete_reason: 'sentTwice',
      delete_note: 'Same as R-WCX2',
      deleted_by: { id: fixtures.people.superuser.id, fullname: expect.any(String) },
    });
    expect(Date.now() - Date.parse(items[0]?.deletion_date ?? '')).toBeLessThan(3_600_000);
    // The call of the specification has no reason.
    expect(items[1]).toMatchObject({ _id: earlier.id, delete_reason: null, delete_note: null });
  });

  it.each(DELETE_REASONS)('%s is a reason', async (delete_reason) => {
    const { id } = await file();
    expect((await remove(id, { delete_reason })).status).toBe(200);
    expect((await list()).items[0]).toMatchObject({ _id: id, delete_reason });
  });

  it.each([
    ['delete_reason', { delete_reason: 'bored' }],
    ['delete_note', { delete_reason: 'other', delete_note: 'x'.repeat(REASON_NOTE_MAX + 1) }],
  ])('an invalid %s is refused, and nothing is deleted', async (field, reason) => {
    const { id } = await file();
    const before = await hashTables(server.db);
    const answer = await remove(id, reason);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
    expect(await hashTables(server.db)).toEqual(before);
  });

  it('putting it back restores it, with a new version and both events in its history', async () => {
    const { id, last_name } = await file();
    const owner = fixtures.people.superuser.id;
    const status = 'Declined Services' as const;
    const change = { id, owner, status, end_reason: 'moved' as const, note: 'A note.' };
    await server.callOk('saveReferral', { body: change }, head());
    const before = (await show(id)).body as { version: number };
    await remove(id, { delete_reason: 'byMistake', delete_note: 'Wrong one' });
    expect((await show(id)).status).toBe(404);
    expect(await find(last_name)).toEqual([]);
    expect((await putBack(id, { note: 'It was the other one' })).status).toBe(200);
    expect((await show(id)).body).toEqual({ ...before, version: before.version + 1 });
    expect(await find(last_name)).toEqual([id]);
    expect(await events(id)).toMatchObject([
      { kind: 'putBack', text: 'It was the other one', changes: [] },
      {
        kind: 'deleted',
        text: 'Wrong one',
        actor: { id: owner },
        changes: [{ field: 'delete_reason', from: null, to: 'byMistake' }],
      },
      ...Array.from({ length: 4 }, () => expect.anything()),
    ]);
    expect((await list()).items.map(({ _id }) => _id)).not.toContain(id);
    const [stored] = await server.db.select().from(referral).where(eq(referral.id, id));
    expect(stored).toMatchObject({ deleted_at: null, deleted_by: null, delete_reason: null });
  });

  it('afterwards every number, and the words of its name, are as before', async () => {
    const last_name = unique('Zyxwordback').replaceAll(/[^a-zA-Z]/g, '');
    const { id } = await file({ last_name });
    const numbers = async () => {
      await rollUpCounters(server.db);
      const word = last_name.toLowerCase();
      return {
        all: await countMatching(server.db, 'all'),
        held: await countHeld(server.db),
        sites: await server.callOk('listSiteCounts', {}, head()),
        total: (await server.callOk('listWorklist', { body: {} }, head())).counts,
        words: await server.db.select().from(name_word).where(eq(name_word.word, word)),
      };
    };
    const before = await numbers();
    expect(before.words).toMatchObject([{ count: 1 }]);
    await remove(id);
    const without = await numbers();
    expect(without.all).toBe(before.all - 1);
    expect(without.words).toEqual([]);
    await putBack(id);
    expect(await numbers()).toEqual(before);
    for (const search of [last_name, last_name.slice(2, 8)])
      expect(await find(search)).toEqual([id]);
    const again = await file({ last_name });
    const ids = { query: { ids: id } };
    const [duplicates] = await server.callOk('listDuplicates', ids, head());
    expect(
      duplicates?.duplicates.map((one) => (typeof one === 'string' ? one : one._id)),
    ).toContain(again.id);
  });

  it('an owner who left meanwhile owns it no more, and the history says so', async () => {
    const { id } = await file();
    const fullname = unique('Owner');
    const owner = await accounts.add({ role: 'SUPERUSER', fullname });
    await server.callOk('assignOwner', { body: { id, owner: owner.id } }, head());
    await remove(id);
    await server.callOk('deactivateAccount', { params: { id: owner.id } }, head());
    await putBack(id);
    expect((await show(id)).body).not.toHaveProperty('owner');
    expect((await events(id))[0]).toMatchObject({
      kind: 'putBack',
      changes: [{ field: 'owner', from: fullname, to: null }],
    });
  });

  it('its login stays off until it is reactivated by name', async () => {
    const { id } = await file();
    const username = uniqueEmail();
    const body = { fullname: 'Robin', username, password: PASSWORD, schools: [], referral: id };
    await server.callOk('registerReferral', { body }, head());
    const [login] = await server.db.select().from(account).where(eq(account.username, username));
    const params = { params: { id: login?.id ?? '' } };
    await remove(id);
    expect((await server.call('reactivateAccount', params, head())).status).toBe(409);
    await putBack(id);
    const signIn = () => server.call('login', { body: { username, password: PASSWORD } });
    expect((await signIn()).status).not.toBe(200);
    await server.callOk('reactivateAccount', params, head());
    expect((await signIn()).status).toBe(200);
  });

  it('one that was held is held again', async () => {
    const body = { ...referralBody(fixtures.sites.own), website: 'x' };
    await server.callOk('addGuestReferral', { body });
    const held = async () =>
      (await server.callOk('listHeld', { query: { size: 100 } }, head())).items;
    const [found] = await held();
    const id = found?._id ?? '';
    const items = [{ id }];
    await server.callOk('changeReferrals', { body: { action: 'delete', items } }, head());
    expect((await list()).items[0]).toMatchObject({
      _id: id,
      delete_reason: 'spam',
      hold_reason: 'trap',
    });
    const before = await countHeld(server.db);
    await putBack(id);
    expect(await countHeld(server.db)).toBe(before + 1);
    expect((await held()).map(({ _id }) => _id)).toContain(id);
    expect((await show(id)).status).toBe(404);
  });

  it('is possible within its days, and afterwards neither listed nor put back', async () => {
    const { id } = await file();
    await remove(id);
    await age(id, DAYS + 1);
    expect((await list()).items.map(({ _id }) => _id)).not.toContain(id);
    const before = await hashTables(server.db);
    expect((await putBack(id)).status).toBe(404);
    expect(await hashTables(server.db)).toEqual(before);
    await age(id, DAYS - 1);
    expect((await putBack(id)).status).toBe(200);
  });

  it('a retry puts nothing back twice, and without its key finds nothing to put back', async () => {
    const { id } = await file();
    await remove(id);
    const key = { 'idempotency-key': randomUUID() };
    expect((await putBack(id, {}, key)).status).toBe(200);
    expect((await putBack(id, {}, key)).status).toBe(200);
    expect((await putBack(id)).status).toBe(404);
    expect((await events(id)).filter(({ kind }) => kind === 'putBack')).toHaveLength(1);
    // A late retry leaves a later deletion as it is.
    await remove(id);
    expect((await putBack(id, {}, key)).status).toBe(200);
    expect((await show(id)).status).toBe(404);
  });

  it('filed again meanwhile, by its key it is the one that came back, without it a second one', async () => {
    const body = referralBody(fixtures.sites.own);
    const headers = { 'idempotency-key': randomUUID() };
    const add = async (input: object) =>
      ((await server.call('addReferral', { body, ...input }, head())).body as { _id: string })._id;
    const filed = await add({ headers });
    expect(filed).toEqual(expect.any(String));
    await remove(filed);
    await putBack(filed);
    expect(await add({ headers })).toBe(filed);
    const second = await add({});
    expect(second).not.toBe(filed);
    // As ever, the same again within two minutes is no third one.
    expect(await add({})).toBe(second);
  });
});
