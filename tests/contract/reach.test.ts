/** How to reach the person safely (docs/decisions/0072-reach.md): filed by anyone, corrected by staff, and never required. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../contract/calls';
import { audit_event, referral } from '../../server/db/schema';
import { hashTables } from '../support/databaseState';
import { createFixtures, referralBody, unique, type Fixtures } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const head = () => fixtures.bearer('superuser');

const REACH = {
  preferred_language: 'es',
  may_voicemail: false,
  may_text: true,
  reach_note: 'After 3 PM. An aunt may answer.',
} as const;
const NO_REACH = {
  preferred_language: null,
  may_voicemail: null,
  may_text: null,
  reach_note: null,
};

async function stored(lastName: string) {
  const [row] = await server.db.select().from(referral).where(eq(referral.last_name, lastName));
  if (!row) throw new Error('The referral is not stored');
  return row;
}

it('is a feature of the server', async () => {
  expect((await server.callOk('meta', {})).features).toContain('reach');
});

describe.each(['guest', 'account'] as const)('a referral filed by %s', (by) => {
  const add = (body: object, headers = {}) =>
    by === 'guest'
      ? server.call('addGuestReferral', { body, headers })
      : server.call('addReferral', { body, headers }, fixtures.bearer('manager'));

  it.each(['own', 'probation'] as const)('has the answers (%s site)', async (site) => {
    const last_name = unique('Reached');
    const probation = {
      mediCal: 'M-1',
      mediCal_county: fixtures.county,
      probation_name: 'Olive Officer',
      probation_phone: '555 010 2040',
      probation_email: 'officer@example.org',
    };
    const body = referralBody(fixtures.sites[site], { last_name, ...probation, ...REACH });
    const { status, body: answer, text } = await add(body);
    expect(status).toBe(200);
    // What the receipt is made of.
    expect(Object.keys(answer as object).toSorted()).toEqual(
      by === 'guest' ? ['code', 'detail', 'tracking_id'] : ['_id', 'tracking_id'],
    );
    expect(text).not.toContain('aunt');
    const row = await stored(last_name);
    expect(row).toMatchObject(REACH);
    const params = { id: row.id };
    expect(await server.callOk('getReferral', { params }, head())).toMatchObject(REACH);
  });

  it.each([
    ['by an older client', {}],
    ['without an answer', { ...NO_REACH, reach_note: ' \u200b' }],
  ])('has none if it was filed %s', async (_case, sent) => {
    const last_name = unique('Silent');
    expect((await add(referralBody(fixtures.sites.own, { last_name, ...sent }))).status).toBe(200);
    expect(await stored(last_name)).toMatchObject(NO_REACH);
  });

  it('is refused at each answer that is invalid, and nothing is stored', async () => {
    const before = await hashTables(server.db);
    const wrong = {
      preferred_language: 'Spanish',
      may_voicemail: 'yes',
      may_text: 1,
      reach_note: 'x'.repeat(201),
    };
    const { status, body, text } = await add({ ...referralBody(fixtures.sites.own), ...wrong });
    expect(status).toBe(422);
    const { detail } = body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc)).toEqual(Object.keys(wrong).map((each) => ['body', each]));
    expect(text).not.toContain('xxx');
    expect(await hashTables(server.db)).toEqual(before);
  });

  it('gets the same response for a repeat with the same key, and is stored once', async () => {
    const last_name = unique('Repeated');
    const body = referralBody(fixtures.sites.own, { last_name, ...REACH });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await add(body, headers);
    expect(first.status).toBe(200);
    expect((await add(body, headers)).body).toEqual(first.body);
    expect((await add({ ...body, may_text: false }, headers)).status).toBe(409);
    expect(await server.db.$count(referral, eq(referral.last_name, last_name))).toBe(1);
  });
});

describe('a correction', () => {
  async function file(changes = {}) {
    const { notes: _notes, ...filed } = referralBody(fixtures.sites.own, changes);
    const { _id } = await server.callOk('addReferral', { body: filed }, head());
    return { ...filed, id: _id };
  }
  type Body = CallInput<'correctReferral'>['body'];
  const correct = (body: Body) => server.callOk('correctReferral', { body }, head());
  const show = (id: string) => server.callOk('getReferral', { params: { id } }, head());
  const changesOf = async (id: string) =>
    (await server.callOk('getHistory', { params: { id } }, head())).events.map(
      ({ changes }) => changes,
    );

  it('sets and clears the answers, and the history keeps the earlier ones', async () => {
    const filed = await file();
    await correct({ ...filed, ...REACH });
    expect(await show(filed.id)).toMatchObject({ ...REACH, version: 2 });
    await correct({ ...filed, ...NO_REACH, preferred_language: 'es', reach_note: '' });
    expect(await show(filed.id)).toMatchObject({
      ...NO_REACH,
      preferred_language: 'es',
      version: 3,
    });
    expect(await changesOf(filed.id)).toEqual([
      [
        { field: 'may_voicemail', from: 'false', to: null },
        { field: 'may_text', from: 'true', to: null },
        { field: 'reach_note', from: REACH.reach_note, to: null },
      ],
      [
        { field: 'preferred_language', from: null, to: 'es' },
        { field: 'may_voicemail', from: null, to: 'false' },
        { field: 'may_text', from: null, to: 'true' },
        { field: 'reach_note', from: null, to: REACH.reach_note },
      ],
      [],
    ]);
  });

  it('by an older client leaves the answers as they are', async () => {
    const filed = await file(REACH);
    const { preferred_language, may_voicemail, may_text, reach_note, ...known } = {
      ...filed,
      ...REACH,
    };
    await correct({ ...known, first_name: 'Robyn' });
    expect(await show(filed.id)).toMatchObject({
      first_name: 'Robyn',
      preferred_language,
      may_voicemail,
      may_text,
      reach_note,
    });
    expect(await changesOf(filed.id)).toEqual([
      [{ field: 'first_name', from: 'Robin', to: 'Robyn' }],
      [],
    ]);
  });

  it('is in the audit trail like any other, without what was typed', async () => {
    const filed = await file();
    await correct({ ...filed, ...REACH });
    const entries = await server.db
      .select()
      .from(audit_event)
      .where(eq(audit_event.action, 'correctReferral'))
      .orderBy(audit_event.id);
    expect(entries.at(-1)?.record_ids).toEqual([filed.id]);
    expect(JSON.stringify(entries)).not.toContain('aunt');
  });
});
