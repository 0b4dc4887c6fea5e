/** getHistory and addNote: the events of a referral, in order and with names, and its reads. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LENGTHS } from '../../contract/constants';
import { HISTORY_READS } from '../../contract/staffConstants';
import { account, audit_event, referral_event, site } from '../../server/db/schema';
import { createHeldReferral } from '../access/callInputs';
import { hashTables } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createFixtures,
  PASSWORD,
  referralBody,
  unique,
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

const head = () => fixtures.bearer('superuser');

async function file(by: CallerKind = 'superuser', changes = {}): Promise<string> {
  const body = referralBody(fixtures.sites.own, changes);
  return (await server.callOk('addReferral', { body }, fixtures.bearer(by)))._id;
}
const historyOf = (id: string, by: CallerKind = 'superuser') =>
  server.callOk('getHistory', { params: { id } }, fixtures.bearer(by));
const eventsOf = async (id: string, by: CallerKind = 'superuser') =>
  (await historyOf(id, by)).events;
const update = (body: { id: string } & Record<string, unknown>) =>
  server.callOk('updateReferral', { body }, head());
const addNote = (id: string, text: string) =>
  server.callOk('addNote', { body: { id, text } }, head());

/** The person as the history names them. */
async function nameOf(who: keyof Fixtures['people']) {
  const { id } = fixtures.people[who];
  const [found] = await server.db
    .select({ fullname: account.fullname })
    .from(account)
    .where(eq(account.id, id));
  return { id, fullname: found?.fullname ?? '' };
}

describe('the history of a referral', () => {
  it('lists what happened, newest first, with names instead of ids', async () => {
    const id = await file('manager', { notes: 'Prefers mornings.' });
    const [superuser, manager, limited] = await Promise.all([
      nameOf('superuser'),
      nameOf('manager'),
      nameOf('limited'),
    ]);
    await update({ id, status: 'Processed', notes: 'Prefers evenings.', referred_by: limited.id });
    await addNote(id, 'No answer.');
    await server.callOk('assignOwner', { body: { id, owner: superuser.id } }, head());
    const login = {
      fullname: unique('Referred'),
      username: uniqueEmail(),
      password: PASSWORD,
      schools: [],
      referral: id,
    };
    await server.callOk('registerReferral', { body: login }, head());
    await update({ id, status: 'More Info Needed' });

    const events = await eventsOf(id);
    const [status, created, owner, note, ...rest] = events;
    expect(status).toMatchObject({
      kind: 'status',
      actor: superuser,
      changes: [{ field: 'status', from: 'Processed', to: 'More Info Needed' }],
      text: null,
    });
    expect(created).toMatchObject({ kind: 'loginCreated', actor: superuser, changes: [] });
    expect(owner).toMatchObject({
      kind: 'owner',
      changes: [{ field: 'owner', from: null, to: superuser.fullname }],
    });
    expect(note).toMatchObject({ kind: 'note', actor: superuser, text: 'No answer.', changes: [] });
    const received = rest.pop();
    expect(received).toMatchObject({ kind: 'received', actor: manager, changes: [], text: null });
    // One request, three changes.
    const changes = Object.fromEntries(rest.map((event) => [event.kind, event.changes]));
    expect(changes).toEqual({
      status: [{ field: 'status', from: 'Pending', to: 'Processed' }],
      intakeNote: [{ field: 'notes', from: 'Prefers mornings.', to: 'Prefers evenings.' }],
      referrer: [{ field: 'referred_by', from: manager.fullname, to: limited.fullname }],
    });
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    expect(await eventsOf(id)).toEqual(events);
  });

  it('of a guest’s referral begins without an actor, and of a released one says so', async () => {
    const body = referralBody(fixtures.sites.own, { website: 'x' });
    await server.callOk('addGuestReferral', { body });
    const { items } = await server.callOk('listHeld', { query: { size: 100 } }, head());
    const id = items.find(({ last_name }) => last_name === body.last_name)?._id ?? '';
    await server.callOk('releaseReferral', { body: { id } }, head());
    const assignment = { user_id: fixtures.people.manager.id, referral_id: id };
    await server.callOk('assignReferral', { body: assignment }, head());
    const { fullname } = await nameOf('manager');
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'referrer', changes: [{ field: 'referred_by', from: null, to: fullname }] },
      { kind: 'released', actor: await nameOf('superuser'), changes: [] },
      { kind: 'received', actor: null },
    ]);
  });

  it('has no event for a change to the stored values, and the version stays the same', async () => {
    const id = await file('manager', { notes: 'Same.' });
    await update({ id, status: 'Pending', notes: 'Same.' });
    await update({ id });
    await server.callOk('assignOwner', { body: { id, owner: null } }, head());
    expect(await eventsOf(id)).toMatchObject([{ kind: 'received' }]);
    const shown = await server.callOk('getReferral', { params: { id } }, head());
    expect(shown.version).toBe(1);
    // The person who filed it is the referrer already: the row changes, but nothing that is shown.
    await update({ id, referred_by: fixtures.people.manager.id });
    expect(await eventsOf(id)).toMatchObject([{ kind: 'received' }]);
  });

  it('names a site as it is called now, also once it is deleted, and the county', async () => {
    const old = (await server.callOk('addSite', { body: { name: unique('Old Site') } }, head()))
      ._id;
    const body = referralBody(old);
    const { _id } = await server.callOk('addReferral', { body }, head());
    const { notes: _notes, ...filed } = body;
    const probation = {
      site: { value: fixtures.sites.probation },
      mediCal: 'M-1',
      mediCal_county: fixtures.county,
      probation_name: 'Olive Officer',
      probation_phone: '555 010 2040',
      probation_email: 'officer@example.org',
    };
    const correction = { ...filed, ...probation, id: _id };
    await server.callOk('correctReferral', { body: correction }, head());
    const name = unique('Renamed Site');
    await server.callOk('updateSite', { body: { id: old, name } }, head());
    await server.callOk('deleteSite', { body: { id: old } }, head());
    const [corrected] = await eventsOf(_id);
    const counties = await server.callOk('listCounties', {});
    const county = counties.find(({ id }) => id === fixtures.county)?.name;
    expect(corrected?.kind).toBe('corrected');
    expect(corrected?.changes).toEqual([
      { field: 'site', from: name, to: 'Probation Referral' },
      { field: 'mediCal', from: null, to: 'M-1' },
      { field: 'mediCal_county', from: null, to: county },
      { field: 'probation_name', from: null, to: 'Olive Officer' },
      { field: 'probation_phone', from: null, to: '555 010 2040' },
      { field: 'probation_email', from: null, to: 'officer@example.org' },
    ]);
    const [deleted] = await server.db.select().from(site).where(eq(site.id, old));
    expect(deleted?.deleted_at).not.toBeNull();
  });

  it('is read by a manager within their scope only, without the reads', async () => {
    const own = await file('superuser');
    const other = referralBody(fixtures.sites.other);
    const { _id: foreign } = await server.callOk('addReferral', { body: other }, head());
    expect(await historyOf(own, 'manager')).toMatchObject({ reads: null });
    const call = (id: string, by: CallerKind) =>
      server.call('getHistory', { params: { id } }, fixtures.bearer(by));
    const missing = { status: 404, body: { detail: 'Not Found' } };
    expect(await call(foreign, 'manager')).toMatchObject(missing);
    expect(await call(own, 'limited')).toMatchObject(missing);
    expect(await call(await createHeldReferral(fixtures), 'superuser')).toMatchObject(missing);
    expect((await call(own, 'referral')).status).toBe(403);
  });
});

describe('the reads of a referral', () => {
  const open = (id: string, by: CallerKind) =>
    server.callOk('getReferral', { params: { id } }, fixtures.bearer(by));
  const MINUTE = 60_000;
  const FIRST_READ = Date.parse('2026-01-05T10:00:00Z');
  /** Adds entries to the trail directly: there is no faster way to many. */
  const addEntries = (
    count: number,
    entry: Partial<typeof audit_event.$inferInsert>,
    { apart = 0 } = {},
  ) =>
    server.db.insert(audit_event).values(
      Array.from({ length: count }, (_, index) => ({
        action: 'getReferral',
        outcome: 'done' as const,
        ip: '198.51.100.7',
        at: new Date(FIRST_READ + index * apart),
        ...entry,
      })),
    );

  it('count the openings, and list the newest reads, also as part of a list', async () => {
    const id = await file();
    expect((await historyOf(id)).reads).toEqual({ opened: 0, latest: [] });
    await open(id, 'manager');
    await server.callOk('listReferrals', { query: { size: 100 } }, fixtures.bearer('manager'));
    // Neither a change nor a refusal is a read.
    await update({ id, status: 'Processed' });
    await server.call('getReferral', { params: { id } }, fixtures.bearer('limited'));
    await addEntries(1, { outcome: 'refused', record_ids: [id] });
    const { reads } = await historyOf(id);
    const [manager, superuser] = [await nameOf('manager'), await nameOf('superuser')];
    expect(reads?.opened).toBe(2);
    expect(reads?.latest).toMatchObject([
      { action: 'listReferrals', actor: manager },
      { action: 'getReferral', actor: manager },
      { action: 'getHistory', actor: superuser },
    ]);
  });

  it('count once per account and hour, as open pages refresh', async () => {
    const id = await file();
    const { manager, superuser, limited } = fixtures.people;
    const minutes = { apart: MINUTE };
    // From 10:00 to 10:59, then to 11:09.
    await addEntries(70, { actor_id: manager.id, record_ids: [id] }, minutes);
    await addEntries(20, { actor_id: manager.id, action: 'getHistory', record_ids: [id] }, minutes);
    await addEntries(9, { actor_id: superuser.id, record_ids: [id] }, minutes);
    // Shown in a list is not viewed.
    await addEntries(9, { actor_id: limited.id, action: 'listWorklist', record_ids: [id] });
    const { reads } = await historyOf(id);
    expect(reads?.opened).toBe(3);
    expect(reads?.latest.map(({ at, action }) => [at.slice(11, 16), action])).toEqual([
      ['10:00', 'listWorklist'],
      ['10:08', 'getReferral'],
      ['10:19', 'getHistory'],
      ['11:09', 'getReferral'],
      ['10:59', 'getReferral'],
    ]);
  });

  it('are limited in number, and those of other referrals are not among them', async () => {
    const id = await file();
    const actor_id = fixtures.people.manager.id;
    const hours = { apart: 60 * MINUTE };
    await addEntries(HISTORY_READS + 5, { actor_id, record_ids: [id] }, hours);
    await addEntries(5, { actor_id, record_ids: [await file()] }, hours);
    const list = { actor_id, action: 'filterReferrals', record_ids: [await file(), id] };
    await addEntries(3, list, hours);
    const { reads } = await historyOf(id);
    expect(reads?.opened).toBe(HISTORY_READS + 5);
    expect(reads?.latest).toHaveLength(HISTORY_READS);
    expect(reads?.latest.slice(0, 4).map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'filterReferrals'),
      'getReferral',
    ]);
  });
});

describe('a note', () => {
  it('is trimmed, keeps its line breaks, and leaves the version', async () => {
    const id = await file();
    await addNote(id, '  First line\r\n\r\n  second line \n');
    const [note] = await eventsOf(id);
    expect(note).toMatchObject({ kind: 'note', text: 'First line\n\n  second line' });
    const shown = await server.callOk('getReferral', { params: { id } }, head());
    expect(shown).toMatchObject({ version: 1, notes: null });
  });

  it.each([
    ['empty', ''],
    ['only blanks', ' \n\t '],
    ['too long', 'x'.repeat(LENGTHS.notes + 1)],
    ['only characters that nobody sees', '\0\u200b\u0002'],
    ['no text', 7],
    ['missing', undefined],
  ])('is refused if it is %s', async (_what, text) => {
    const id = await file();
    const before = await hashTables(server.db);
    const answer = await server.call('addNote', { body: { id, text } }, head());
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'text'] }] } });
    expect(answer.text).not.toContain('planted');
    expect(await hashTables(server.db)).toEqual(before);
  });

  it('may have the longest text', async () => {
    const id = await file();
    const text = '🙂'.repeat(LENGTHS.notes / 2);
    await addNote(id, text);
    expect((await eventsOf(id))[0]?.text).toBe(text);
  });

  it('is added once for a repeated key, and the key refuses another text', async () => {
    const id = await file();
    const headers = { 'idempotency-key': randomUUID() };
    const send = (text: string) => server.call('addNote', { body: { id, text }, headers }, head());
    expect((await send('Called.')).status).toBe(200);
    expect((await send('Called.')).status).toBe(200);
    expect((await send('Called again.')).status).toBe(409);
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['note', 'received']);
  });

  it('and every other event is never changed or deleted', async () => {
    const id = await file();
    await addNote(id, 'Kept.');
    for (const statement of [
      sql`update referral_event set text = 'Changed.' where referral_id = ${id}`,
      sql`delete from referral_event where referral_id = ${id}`,
    ]) {
      await expect(server.db.execute(statement)).rejects.toMatchObject({
        cause: { message: 'The history of a referral is only ever added to' },
      });
    }
    const stored = await server.db
      .select({ text: referral_event.text })
      .from(referral_event)
      .where(eq(referral_event.referral_id, id));
    expect(stored).toEqual([{ text: 'Kept.' }]);
  });
});
