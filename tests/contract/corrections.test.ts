/** correctReferral: the rules of the form apply, derived data is updated, and the history keeps the previous values. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referral } from '../../server/db/schema';
import { createHeldReferral } from '../access/callInputs';
import { hashTables } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, unique, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const head = () => fixtures.bearer('superuser');

const PROBATION = {
  mediCal: 'M-1',
  probation_name: 'Olive Officer',
  probation_phone: '555 010 2040',
  probation_email: 'officer@example.org',
};
const probation = () => ({ ...PROBATION, mediCal_county: fixtures.county });

async function file(site = fixtures.sites.own, changes = {}) {
  const { notes, ...filed } = referralBody(site, { notes: 'Kept.', ...changes });
  const { _id } = await server.callOk('addReferral', { body: { ...filed, notes } }, head());
  return { ...filed, id: _id };
}
const correct = (body: unknown, version?: number) =>
  server.call(
    'correctReferral',
    { body, ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }) },
    head(),
  );
const show = (id: string) => server.callOk('getReferral', { params: { id } }, head());
const eventsOf = async (id: string) =>
  (await server.callOk('getHistory', { params: { id } }, head())).events;
async function stored(id: string) {
  const [row] = await server.db.select().from(referral).where(eq(referral.id, id));
  if (!row) throw new Error('The referral is not stored');
  return row;
}

describe('a correction', () => {
  it('changes what was filed, and nothing else', async () => {
    const filed = await file();
    await server.callOk('updateReferral', { body: { id: filed.id, status: 'Processed' } }, head());
    const before = await stored(filed.id);
    const changed = {
      first_name: 'Zoë',
      last_name: unique('Corrected'),
      contact_number: '+1 (555) 987-6543',
      sex: 'Female',
      dob: '2004-12-31',
      substance: ['Opioid-related', 'Alcohol-related'],
    };
    const extra = { status: 'Pending', notes: 'Planted', tracking_id: 'R-0000-0000', version: 99 };
    expect((await correct({ ...filed, ...changed, ...extra }, 2)).status).toBe(200);
    const after = await stored(filed.id);
    expect(after).toEqual({
      ...before,
      ...changed,
      contact_digits: '15559876543',
      name_searched: `zoe ${changed.last_name.toLowerCase()}`,
      name_sorted: `${changed.last_name.toLowerCase()} zoe`,
      version: 3,
      updated_at: expect.any(Date),
    });
    expect(await eventsOf(filed.id)).toMatchObject([
      {
        kind: 'corrected',
        actor: { id: fixtures.people.superuser.id },
        changes: [
          { field: 'substance', from: ['Alcohol-related'], to: changed.substance },
          { field: 'first_name', from: 'Robin', to: 'Zoë' },
          { field: 'last_name', from: filed.last_name, to: changed.last_name },
          { field: 'contact_number', from: '(555) 010-2030', to: changed.contact_number },
          { field: 'sex', from: 'Other', to: 'Female' },
          { field: 'dob', from: '2005-02-28', to: '2004-12-31' },
        ],
      },
      { kind: 'status' },
      { kind: 'received' },
    ]);
  });

  it('is found by its new name and number, and no longer by the old ones', async () => {
    const filed = await file();
    const last_name = unique('Unheard-of Xylophone');
    await correct({ ...filed, last_name, contact_number: '555 777 0199' });
    const find = async (query: object) =>
      (await server.callOk('filterReferrals', { query }, head())).items.map(({ _id }) => _id);
    expect(await find({ name: last_name })).toEqual([filed.id]);
    expect(await find({ contact_number: '5557770199' })).toEqual([filed.id]);
    expect(await find({ name: filed.last_name })).toEqual([]);
  });

  it('that changes nothing adds no event and no version', async () => {
    const filed = await file(fixtures.sites.own, {
      substance: ['Alcohol-related', 'Opioid-related'],
    });
    const before = await stored(filed.id);
    // Substances are a set.
    const substance = ['Opioid-related', 'Alcohol-related'];
    const labelled = { ...filed, substance, site: { value: fixtures.sites.own, label: 'Else' } };
    expect((await correct(labelled, 1)).status).toBe(200);
    expect(await stored(filed.id)).toEqual(before);
    expect(await eventsOf(filed.id)).toMatchObject([{ kind: 'received' }]);
  });

  it('to the probation site needs its fields, and away from it drops them', async () => {
    const filed = await file();
    const moved = { ...filed, site: { value: fixtures.sites.probation } };
    const { status, body } = await correct(moved);
    expect(status).toBe(422);
    const { detail } = body as { detail: { loc: string[] }[] };
    expect(new Set(detail.map(({ loc }) => loc[1]))).toEqual(new Set(Object.keys(probation())));
    const unknown = { ...moved, ...probation(), mediCal_county: 'nowhere' };
    expect(await correct(unknown)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'mediCal_county'] }] },
    });
    expect((await correct({ ...moved, ...probation() })).status).toBe(200);
    expect(await show(filed.id)).toMatchObject(probation());
    // Sent with another site, they are not stored.
    expect((await correct({ ...filed, ...probation() })).status).toBe(200);
    const away = await stored(filed.id);
    for (const field of Object.keys(probation())) expect(away).toHaveProperty(field, null);
    expect((await eventsOf(filed.id))[0]?.changes).toContainEqual({
      field: 'probation_name',
      from: 'Olive Officer',
      to: null,
    });
  });

  it('reports all invalid fields at once, by the rules of the form', async () => {
    const filed = await file();
    const before = await hashTables(server.db);
    const wrong = {
      first_name: '\u202e\u0301',
      last_name: ' ',
      contact_number: '12345',
      sex: 'Unknown',
      dob: '2999-01-01',
      substance: [],
      site: { value: 'nowhere' },
    };
    const { status, body, text } = await correct({ ...filed, ...wrong });
    expect(status).toBe(422);
    const { detail } = body as { detail: { loc: string[]; type: string }[] };
    expect(new Set(detail.map(({ loc }) => loc[1]))).toEqual(new Set(Object.keys(wrong)));
    expect(detail.find(({ loc }) => loc[1] === 'first_name')?.type).toBe('too_small');
    expect(text).not.toContain('2999');
    expect(await hashTables(server.db)).toEqual(before);
  });

  it('may leave the referral at its own site if that is deleted, but not move it to a deleted one', async () => {
    const add = async () =>
      (await server.callOk('addSite', { body: { name: unique('Closed') } }, head()))._id;
    const [own, other] = [await add(), await add()];
    const filed = await file(own);
    for (const id of [own, other]) await server.callOk('deleteSite', { body: { id } }, head());
    expect((await correct({ ...filed, first_name: 'Robyn' })).status).toBe(200);
    expect(await correct({ ...filed, site: { value: other } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'site'] }] },
    });
    expect(await show(filed.id)).toMatchObject({ first_name: 'Robyn', site: { value: own } });
  });

  it('with a stale version, of a held or a deleted referral writes nothing', async () => {
    const filed = await file();
    expect((await correct({ ...filed, first_name: 'Second' }, 1)).status).toBe(200);
    expect((await correct({ ...filed, first_name: 'Third' }, 1)).status).toBe(412);
    const held = { ...filed, id: await createHeldReferral(fixtures) };
    expect((await correct(held)).status).toBe(404);
    await server.callOk('deleteReferral', { body: { id: filed.id } }, head());
    expect((await correct(filed)).status).toBe(404);
    expect((await stored(filed.id)).first_name).toBe('Second');
  });

  it('moves the referral into the scope of the managers of its new site', async () => {
    const filed = await file(fixtures.sites.other);
    const seen = async () => {
      const input = { params: { id: filed.id } };
      const { status } = await server.call('getHistory', input, fixtures.bearer('manager'));
      return status;
    };
    expect(await seen()).toBe(404);
    await correct({ ...filed, site: { value: fixtures.sites.own } });
    expect(await seen()).toBe(200);
  });
});
