/** The other referrals of a person, and pairs that are not of the same person. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAME_PERSON_LIMITS } from '../../contract/staffConstants';
import { not_same_person, referral } from '../../server/db/schema';
import { type ReferralInsert, insertReferrals } from '../../server/db/statements/bulkInsert';
import { newTrackingId } from '../../server/features/referrals/filing/rules';
import { hashTables } from '../support/databaseState';
import { ENGINES } from '../support/engines';
import { createFixtures, type Fixtures } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

const DOB = '2010-04-13';
const PHONE = '5550102030';

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.update(referral).set({ deleted_at: new Date() });
  });

  let day = 0;
  /** Inserts a referral of Malik Marmoham, newer than those before, and returns its id. */
  async function add(changes: Partial<ReferralInsert> = {}): Promise<string> {
    const id = randomUUID();
    await insertReferrals(server.db, [
      {
        id,
        tracking_id: newTrackingId(),
        site_id: fixtures.sites.own,
        substance: ['Alcohol-related'],
        first_name: 'Malik',
        last_name: 'Marmoham',
        dob: DOB,
        contact_number: PHONE,
        contact_digits: PHONE,
        sex: 'Male',
        status: 'Pending',
        entry_date: new Date(Date.UTC(2026, 0, 1) + (day += 1) * 1_000),
        ...changes,
      },
    ]);
    return id;
  }
  const head = () => fixtures.bearer('superuser');
  const list = (id: string) => server.callOk('listSamePerson', { params: { id } }, head());
  const idsOf = async (id: string) => (await list(id)).referrals.map(({ _id }) => _id);
  const mark = (id: unknown, other: unknown) =>
    server.call('markNotSamePerson', { body: { id, other } }, head());
  const historyOf = async (id: string) =>
    (await server.callOk('getHistory', { params: { id } }, head())).events;

  it('lists open ones first, then the newest, with what a link says', async () => {
    const one = await add();
    const closed = await add({ status: 'Processed', contact_number: '1', contact_digits: '1' });
    const open = await add({ status: 'More Info Needed', first_name: 'MALIK ' });
    const newest = await add({ status: 'Declined Services' });
    const { referrals, more } = await list(one);
    expect(referrals.map(({ _id }) => _id)).toEqual([open, newest, closed]);
    expect(more).toBe(false);
    const { tracking_id, site } = await server.callOk(
      'getReferral',
      { params: { id: closed } },
      head(),
    );
    expect(referrals[2]).toEqual({
      _id: closed,
      first_name: 'Malik',
      last_name: 'Marmoham',
      dob: DOB,
      status: 'Processed',
      site,
      entry_date: expect.stringMatching(/^2026-01-01T00:0\d:\d\d\.000Z$/),
      tracking_id,
      same: ['name', 'dob'],
    });
    expect(referrals[0]?.same).toEqual(['name', 'dob', 'contact_number']);
  });

  it('lists those that agree in two of the three, and no others', async () => {
    const one = await add();
    const sibling = await add({ first_name: 'Noor' });
    const moved = await add({ dob: '2009-04-13' });
    await add({ first_name: 'Noor', dob: '2009-04-13' });
    await add({ dob: '2009-04-13', contact_number: '5', contact_digits: '5' });
    const { referrals } = await list(one);
    expect(referrals.map(({ _id, same }) => [_id, same])).toEqual([
      [moved, ['name', 'contact_number']],
      [sibling, ['dob', 'contact_number']],
    ]);
  });

  it('offers neither deleted nor held ones', async () => {
    const one = await add();
    await add({ deleted_at: new Date() });
    await add({ hold_reason: 'flood' });
    expect(await idsOf(one)).toEqual([]);
  });

  it('says that there are more than it lists', async () => {
    const one = await add();
    for (let made = 0; made <= SAME_PERSON_LIMITS.shown; made += 1) await add();
    const { referrals, more } = await list(one);
    expect(referrals).toHaveLength(SAME_PERSON_LIMITS.shown);
    expect(more).toBe(true);
  });

  it('hides a pair for good, from either side, in every list, and says so in both histories', async () => {
    const [one, other, third] = [await add(), await add(), await add()];
    expect((await mark(one, other)).status).toBe(200);
    expect(await idsOf(one)).toEqual([third]);
    expect(await idsOf(other)).toEqual([third]);
    expect((await idsOf(third)).toSorted()).toEqual([one, other].toSorted());
    const hints = await server.callOk(
      'listDuplicates',
      { query: { ids: [one, other, third].join(',') } },
      head(),
    );
    expect(hints.map(({ duplicates }) => duplicates.map(({ _id }) => _id).toSorted())).toEqual([
      [third],
      [third],
      [one, other].toSorted(),
    ]);
    const compared = await server.callOk('getDuplicates', { params: { id: one } }, head());
    expect(compared.duplicates.map(({ _id }) => _id)).toEqual([third]);
    const trackingId = async (id: string) =>
      (await server.callOk('getReferral', { params: { id } }, head())).tracking_id;
    for (const [id, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const [newest, ...older] = await historyOf(id);
      expect(newest).toMatchObject({
        kind: 'notSamePerson',
        text: await trackingId(to),
        actor: { id: fixtures.people.superuser.id },
      });
      expect(older.map(({ kind }) => kind)).toEqual(['received']);
    }
  });

  it('stores a pair once, whoever is named first, and each version stays', async () => {
    const [one, other] = [await add(), await add()];
    const answers = await Promise.all([mark(one, other), mark(other, one), mark(one, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const pairs = await server.db.select().from(not_same_person);
    const stored = pairs.filter(({ first_id }) => [one, other].includes(first_id));
    expect(stored).toHaveLength(1);
    expect([stored[0]?.first_id, stored[0]?.second_id]).toEqual([one, other].toSorted());
    expect(await historyOf(one)).toHaveLength(2);
    expect(await historyOf(other)).toHaveLength(2);
    const rows = await server.db.select().from(referral).where(eq(referral.id, one));
    expect(rows[0]?.version).toBe(1);
  });

  it('refuses a referral with itself, one that is missing, and other content under a key', async () => {
    const [one, other, third] = [await add(), await add(), await add()];
    const [gone, held] = [
      await add({ deleted_at: new Date() }),
      await add({ hold_reason: 'flood' }),
    ];
    const before = await hashTables(server.db);
    expect(await mark(one, one)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'other'] }] },
    });
    for (const missing of [gone, held, 'nobody']) {
      expect((await mark(one, missing)).status).toBe(404);
      expect((await mark(missing, one)).status).toBe(404);
    }
    expect(await hashTables(server.db)).toEqual(before);
    const headers = { 'idempotency-key': randomUUID() };
    const send = (second: string) =>
      server.call('markNotSamePerson', { body: { id: one, other: second }, headers }, head());
    expect((await send(other)).status).toBe(200);
    expect((await send(other)).status).toBe(200);
    expect((await send(third)).status).toBe(409);
  });
});
