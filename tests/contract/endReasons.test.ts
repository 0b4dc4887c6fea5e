/** Why a referral ended: stored with its status, by one call or for many, shown, filtered by, and kept in the history. */
import { arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { END_REASONS, REASON_NOTE_MAX } from '../../contract/staffConstants';
import { audit_event, referral } from '../../server/db/schema';
import { hashTables } from '../support/databaseState';
import { createFixtures, type Fixtures, referralBody, unique } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

const ENDED = 'Declined Services';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const head = () => fixtures.bearer('superuser');
const file = async () =>
  (await server.callOk('addReferral', { body: referralBody(fixtures.sites.own) }, head()))._id;
const save = (body: object, headers: Record<string, string> = {}) =>
  server.call('saveReferral', { body, headers }, head());
const show = (id: string) => server.callOk('getReferral', { params: { id } }, head());
const statusEvents = async (id: string) =>
  (await server.callOk('getHistory', { params: { id } }, head())).events
    .filter(({ kind }) => kind === 'status')
    .map(({ changes }) => changes);

describe('a reason', () => {
  it('is stored with the status and a sentence, and shown to whoever sees the referral', async () => {
    const id = await file();
    const end_note = '  Goes to the school counselor\nfirst ';
    const answer = await save({ id, status: ENDED, end_reason: 'elsewhere', end_note });
    expect(answer.status).toBe(200);
    const stored = { end_reason: 'elsewhere', end_note: 'Goes to the school counselor first' };
    expect(await show(id)).toMatchObject({ status: ENDED, version: 2, ...stored });
    const seen = await server.callOk('getReferral', { params: { id } }, fixtures.bearer('manager'));
    expect(seen).toMatchObject(stored);
  });

  it.each(END_REASONS)('%s is one of the list', async (end_reason) => {
    const id = await file();
    expect((await save({ id, status: ENDED, end_reason })).status).toBe(200);
    expect(await show(id)).toMatchObject({ end_reason, end_note: null });
  });

  it('is in the history with the status, and stays there once another status has cleared it', async () => {
    const id = await file();
    await save({ id, status: ENDED, end_reason: 'notNow', end_note: 'After the summer' });
    await save({ id, status: 'Pending', note: 'Called us again.' });
    expect(await show(id)).toMatchObject({ status: 'Pending', end_reason: null, end_note: null });
    expect(await statusEvents(id)).toEqual([
      [
        { field: 'status', from: ENDED, to: 'Pending' },
        { field: 'end_reason', from: 'notNow', to: null },
        { field: 'end_note', from: 'After the summer', to: null },
      ],
      [
        { field: 'status', from: 'Pending', to: ENDED },
        { field: 'end_reason', from: null, to: 'notNow' },
        { field: 'end_note', from: null, to: 'After the summer' },
      ],
    ]);
  });

  it('is cleared by the call of the specification, which stores none', async () => {
    const id = await file();
    const update = (status: 'Pending' | typeof ENDED) =>
      server.callOk('updateReferral', { body: { id, status } }, head());
    await update(ENDED);
    expect(await show(id)).toMatchObject({ status: ENDED, end_reason: null, end_note: null });
    await save({ id, end_reason: 'moved', end_note: 'To Fresno' });
    expect(await show(id)).toMatchObject({ status: ENDED, end_reason: 'moved' });
    // The same status again changes nothing.
    await update(ENDED);
    expect(await show(id)).toMatchObject({ end_reason: 'moved', end_note: 'To Fresno' });
    await update('Pending');
    expect(await show(id)).toMatchObject({ status: 'Pending', end_reason: null, end_note: null });
  });

  it('can be corrected, with or without a sentence, and removed', async () => {
    const id = await file();
    await save({ id, status: ENDED, end_reason: 'moved', end_note: 'To Fresno' });
    await save({ id, end_reason: 'notReached' });
    expect(await show(id)).toMatchObject({ end_reason: 'notReached', end_note: null, version: 3 });
    await save({ id, end_reason: null });
    expect(await show(id)).toMatchObject({ status: ENDED, end_reason: null, end_note: null });
  });

  it('is one update in the audit trail', async () => {
    const id = await file();
    await save({ id, status: ENDED, end_reason: 'moved' });
    const entries = await server.db
      .select({ action: audit_event.action })
      .from(audit_event)
      .where(arrayContains(audit_event.record_ids, [id]));
    expect(entries.map(({ action }) => action)).toEqual(['addReferral', 'updateReferral']);
  });
});

describe('a refused reason', () => {
  it.each([
    ['one that is not in the list', { status: ENDED, end_reason: 'bored' }, 'end_reason'],
    ['of another status', { status: 'Pending', end_reason: 'moved' }, 'end_reason'],
    ['of a referral that has not ended', { end_reason: 'moved' }, 'end_reason'],
    ['a sentence alone', { status: ENDED, end_note: 'Because.' }, 'end_note'],
    [
      'a sentence that is too long',
      { status: ENDED, end_reason: 'moved', end_note: 'x'.repeat(REASON_NOTE_MAX + 1) },
      'end_note',
    ],
  ])('%s names its field, and nothing is stored', async (_what, change, field) => {
    const id = await file();
    const before = await hashTables(server.db);
    const answer = await save({ id, notes: 'Kept', note: 'Kept', ...change });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc)).toEqual([['body', field]]);
    expect(await hashTables(server.db)).toEqual(before);
  });

  it('by a version that has changed comes after the conflict', async () => {
    const id = await file();
    const answer = await save({ id, status: ENDED, end_reason: 'moved' }, { 'if-match': '"9"' });
    expect(answer.status).toBe(412);
    expect(await show(id)).toMatchObject({ status: 'Pending', end_reason: null });
  });
});

describe('many at once', () => {
  const change = (body: object) => server.call('changeReferrals', { body }, head());

  it('get the same reason, and lose it with the status', async () => {
    const ids = [await file(), await file()];
    const items = ids.map((id) => ({ id }));
    const ending = { end_reason: 'noPlace', end_note: 'Full until May' };
    expect((await change({ action: 'status', status: ENDED, ...ending, items })).status).toBe(200);
    for (const id of ids) expect(await show(id)).toMatchObject({ status: ENDED, ...ending });
    await change({ action: 'status', status: 'Processed', items });
    for (const id of ids)
      expect(await show(id)).toMatchObject({ end_reason: null, end_note: null });
  });

  it('that ended before get the reason, too, and are unchanged if they have it', async () => {
    const items = [{ id: await file() }];
    const body = { action: 'status', status: ENDED, items };
    const outcomes = async (more: object) => {
      const { results } = (await change({ ...body, ...more })).body as {
        results: { outcome: string }[];
      };
      return results.map(({ outcome }) => outcome);
    };
    expect(await outcomes({})).toEqual(['done']);
    expect(await outcomes({ end_reason: 'moved' })).toEqual(['done']);
    expect(await outcomes({ end_reason: 'moved' })).toEqual(['unchanged']);
    expect(await outcomes({})).toEqual(['unchanged']);
    expect(await outcomes({ end_reason: null })).toEqual(['done']);
  });

  it.each([
    ['another status', { action: 'status', status: 'Processed', end_reason: 'moved' }],
    ['another action', { action: 'owner', owner: null, end_reason: 'moved' }],
    ['one that is not in the list', { action: 'status', status: ENDED, end_reason: 'bored' }],
  ])('are refused %s with a reason', async (_what, body) => {
    const answer = await change({ ...body, items: [{ id: await file() }] });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail[0]?.loc).toEqual(['body', 'end_reason']);
  });
});

describe('the worklist', () => {
  const find = async (body: object, bearer = head()) =>
    (await server.callOk('listWorklist', { body: { size: 100, ...body } }, bearer)).items.map(
      ({ _id }) => _id,
    );

  it('finds by the reason, for each kind of staff', async () => {
    const last_name = unique('Reason');
    const add = async (site: 'own' | 'other', end_reason: (typeof END_REASONS)[number]) => {
      // Two alike within two minutes would be one.
      const body = referralBody(fixtures.sites[site], { last_name, first_name: unique('Ari') });
      const { _id: id } = await server.callOk('addReferral', { body }, head());
      await save({ id, status: ENDED, end_reason });
      return id;
    };
    const [own, other, another] = [
      await add('own', 'duplicate'),
      await add('other', 'duplicate'),
      await add('own', 'moved'),
    ];
    const asked = { q: last_name, end_reason: 'duplicate' };
    expect((await find(asked)).toSorted()).toEqual([own, other].toSorted());
    expect(await find(asked, fixtures.bearer('manager'))).toEqual([own]);
    expect(await find({ ...asked, end_reason: 'moved' })).toEqual([another]);
    expect(await find({ ...asked, referral_status: 'Pending' })).toEqual([]);
    await server.db.update(referral).set({ deleted_at: new Date() }).where(eq(referral.id, own));
    expect(await find(asked)).toEqual([other]);
  });

  it('refuses an unknown reason', async () => {
    const { status, body } = await server.call(
      'listWorklist',
      { body: { end_reason: 'bored' } },
      head(),
    );
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'end_reason'] }] });
  });
});
