/** The items of lists, which the database writes as JSON, equal the serialization by the call's schema, for any texts. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../../contract/calls';
import { account, referral, site } from '../../server/db/schema';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;

/** Each is hard to write as JSON, or looks like a part of ours. */
const TEXTS = [
  `quotes " and \\ backslashes`,
  'a line\nand a tab\tand \r\b\f',
  'control \u0001 \u001f \u007f characters',
  'Núñez 李 👩‍👩‍👧 \u2028 \u2029',
  ',"user_info":null',
  '","owner":null,"notes":"',
  '</script><!--',
  '',
];

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  const { db } = server;
  const head = fixtures.bearer('superuser');
  const ownerId = fixtures.people.superuser.id;
  const leftId = fixtures.people.manager.id;
  for (const [index, text] of TEXTS.entries()) {
    const body = referralBody(fixtures.sites.own, { first_name: `Jason${index}` });
    const { _id } = await server.callOk('addReferral', { body }, head);
    await db
      .update(referral)
      .set({
        last_name: text,
        notes: index % 2 === 0 ? text : null,
        substance: [text, 'Opioid-related'],
        probation_name: text,
        reach_note: text,
        may_voicemail: index % 2 === 0,
        ...(index % 3 === 0 && { preferred_language: 'es' as const, may_text: true }),
        owner_id: index % 2 === 0 ? (index % 4 === 0 ? ownerId : leftId) : null,
        entry_date: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index * 111)),
        ...(index % 3 === 0 && { created_by: null }),
        ...(index % 2 === 0 && { end_reason: 'moved' as const, end_note: text }),
      })
      .where(eq(referral.id, _id));
  }
  await db.update(site).set({ name: TEXTS[0] }).where(eq(site.id, fixtures.sites.own));
  await db.update(account).set({ fullname: TEXTS[3] }).where(eq(account.id, ownerId));
});
afterAll(() => server.close());

const written = (call: keyof typeof allCalls, text: string) => {
  const schema: z.ZodType = allCalls[call].response;
  return JSON.stringify(z.encode(schema, JSON.parse(text)));
};

it.each([
  ['listReferrals', { query: { size: 100 } }],
  ['filterReferrals', { query: { name: 'jason', size: 100 } }],
  ['filterReferrals', { query: { name: 'nobody has it' } }],
  ['listWorklist', { body: { q: 'jason', size: 100 } }],
] as const)('the JSON of %s equals what its schema serializes', async (call, input) => {
  const { status, text } = await server.call(call, input, fixtures.bearer('superuser'));
  expect(status).toBe(200);
  expect(text).toBe(written(call, text));
});

it('the JSON of a list contains special characters unchanged', async () => {
  const query = { name: 'jason', size: 100 };
  const { items } = await server.callOk('filterReferrals', { query }, fixtures.bearer('superuser'));
  expect(items.map(({ last_name }) => last_name).toSorted()).toEqual(TEXTS.toSorted());
  expect(items.map(({ notes }) => notes)).toContain(TEXTS[0]);
  expect(new Set(items.map(({ entry_date }) => entry_date))).toContain('2026-01-01T00:00:00.777Z');
  expect(items.filter((item) => 'owner' in item)).toHaveLength(TEXTS.length / 2);
  expect(items.filter(({ owner }) => owner?.left)).toHaveLength(TEXTS.length / 4);
});

it('the JSON of listDeleted equals what its schema serializes', async () => {
  const head = fixtures.bearer('superuser');
  const { items } = await server.callOk('listReferrals', { query: { size: 100 } }, head);
  for (const [index, { _id }] of items.entries()) {
    const reason = { delete_reason: 'other' as const, delete_note: TEXTS[index % TEXTS.length] };
    const body = { id: _id, ...(index % 2 === 0 && reason) };
    await server.call('deleteReferral', { body }, head);
  }
  const { status, text } = await server.call('listDeleted', { query: { size: 100 } }, head);
  expect(status).toBe(200);
  expect(text).toBe(written('listDeleted', text));
  expect(text).toContain('"delete_reason":"other"');
  await server.db.update(referral).set({ deleted_at: null, hold_reason: null });
});

it('the JSON of listHeld equals what its schema serializes', async () => {
  await server.db.update(referral).set({ hold_reason: 'flood' });
  const { text } = await server.call('listHeld', {}, fixtures.bearer('superuser'));
  expect(text).toBe(written('listHeld', text));
  expect(text).toContain('"hold_reason":"flood"');
});
