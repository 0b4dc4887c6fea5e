/** The worklist refuses unknown filters: a mistaken one must not look like an empty list, nor like no filter. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referral } from '../../server/db/schema';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  const body = referralBody(fixtures.sites.own, { first_name: 'Wren' });
  await server.callOk('addReferral', { body }, fixtures.bearer('superuser'));
});
afterAll(() => server.close());

const list = (payload: object) =>
  server.raw({
    method: 'POST',
    url: '/api/referral/worklist',
    headers: { authorization: `Bearer ${fixtures.bearer('superuser')}` },
    payload,
  });

it.each([
  ['sort', 'dob'],
  ['sort', ''],
  ['order', 'DESC'],
  ['gender', 'male'],
  ['gender', ''],
  ['referral_status', 'Held'],
  ['substance', 'Coffee'],
  ['site', ''],
  ['owner', ''],
  ['after', ''],
  ['from', 'yesterday'],
  ['from', '2026-01-01'],
  ['to', '2026-13-01T00:00:00Z'],
  ['page', 0],
  ['page', -1],
  ['page', 1.5],
  ['page', 10_001],
  ['page', '1'],
  ['page', true],
  ['size', 0],
  ['size', 101],
  ['size', null],
  ['q', 555],
  ['q', 'x'.repeat(101)],
])('refuses %s %j with 422, naming the field', async (field, value) => {
  const answer = await list({ [field]: value });
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({
    detail: [{ type: expect.any(String), loc: ['body', field], msg: expect.any(String) }],
  });
});

it('the worklist refuses an unknown filter with 422, without repeating it', async () => {
  const answer = await list({ zuletzt: 'Mustermann' });
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'] }] } });
  expect(JSON.stringify(answer.body)).not.toMatch(/zuletzt|Mustermann/);
});

it.each(['name=wren', 'q=wren', 'page=2'])(
  'the worklist takes no filter from the URL: %s',
  async (query) => {
    const answer = await server.raw({
      method: 'POST',
      url: `/api/referral/worklist?${query}`,
      headers: { authorization: `Bearer ${fixtures.bearer('superuser')}` },
      payload: { name: 'nobody has it' },
    });
    expect(answer).toMatchObject({ status: 200, body: { total: 0, page: 1 } });
  },
);

it('the worklist returns an empty page past its end, and 50 rows by default', async () => {
  const past = await list({ page: 9_999, size: 100 });
  expect(past).toMatchObject({ status: 200, body: { items: [], page: 9_999, size: 100 } });
  expect(await list({})).toMatchObject({ status: 200, body: { page: 1, size: 50 } });
});

it('the worklist does not filter by an empty text', async () => {
  const all = (await list({})).body;
  const empty = { q: '', name: '', contact_number: '', tracking_id: '', referred_by: '' };
  expect((await list(empty)).body).toEqual(all);
  expect(all).toMatchObject({
    total: 2,
    counts: { all: 2, statuses: { Pending: 2 }, mine: 0, nobody: 2 },
  });
});

it.each([
  ['a site that does not exist', { site: 'nowhere' }],
  ['an owner that does not exist', { owner: 'no-such-account' }],
  ['a name nobody has', { q: 'qqqzzz' }],
  ['a number nobody has', { contact_number: 'none' }],
])('finds none and counts none for %s', async (_what, query) => {
  const { body } = await list(query);
  const statuses = { Pending: 0, Processed: 0, 'Declined Services': 0, 'More Info Needed': 0 };
  expect(body).toMatchObject({ items: [], total: 0, pages: 0, counts: { all: 0, statuses } });
});

it.each([
  ['a part of the name', 'wre'],
  ['the last name first', 'sample, wren'],
  ['a phone number', '555.010'],
])('finds by %s', async (_what, q) => {
  const { body } = await list({ q, sort: 'entry_date', size: 1 });
  expect(body).toMatchObject({ items: [{ first_name: 'Wren' }] });
});

describe('the search box finds', () => {
  const NUMBER = '424-555-0178 ext. 5';
  beforeAll(async () => {
    const body = referralBody(fixtures.sites.own, {
      first_name: 'Quill',
      last_name: 'Birthwell',
      contact_number: NUMBER,
      dob: '2008-03-05',
    });
    await server.callOk('addReferral', { body }, fixtures.bearer('manager'));
  });

  it.each([
    NUMBER,
    '424-555-0178 x5',
    '424-555-0178',
    '\u202a424-555-0178\u202c',
    '424\u2212555\u22120178',
    'tel:424-555-0178',
    '424-555-0178 (cell)',
    'Phone: 424-555-0178',
    '001 424 555 0178',
    '011 1 424 555 0178',
    '+1 424 555 0178',
    '４２４５５５０１７８',
    '٤٢٤٥٥٥٠١٧٨',
    '2008-03-05',
    '03/05/2008',
    '3/5/2008',
    '5/3/2008',
    'March 5, 2008',
    '5 de marzo de 2008',
    'Birthwell 03/05/2008',
    '3/5/08 quill',
    'DOB 3/5/2008',
  ])('a referral by %j', async (q) => {
    const { body } = await list({ q });
    const { items } = body as { items: { first_name: string }[] };
    expect(items.map((item) => item.first_name)).toEqual(['Quill']);
  });

  it.each(['3/6/2008', 'Wren 3/5/2008', '424-555-0179 x5'])('none by %j', async (q) => {
    expect((await list({ q })).body).toMatchObject({ items: [], total: 0 });
  });

  it('a tracking ID as people read it', async () => {
    const id = 'R-F0QS-VQ1W';
    await server.db
      .update(referral)
      .set({ tracking_id: id })
      .where(eq(referral.first_name, 'Quill'));
    for (const q of [
      id,
      'R-FOQS-VQlW',
      'R.F0QS.VQ1W.',
      `#${id}`,
      `Tracking ID ${id}`,
      `\u200b${id}`,
    ]) {
      const found = (await list({ q })).body as { items: { tracking_id: string }[] };
      expect({ q, found: found.items.map((item) => item.tracking_id) }).toEqual({ q, found: [id] });
      const filtered = (await list({ tracking_id: q })).body as typeof found;
      expect({ q, found: filtered.items.map((item) => item.tracking_id) }).toEqual({
        q,
        found: [id],
      });
    }
  });
});

it('the worklist is searched by any part of a tracking ID', async () => {
  // Each part has a digit: letters alone are a name.
  const id = 'R-7QKW-3DA5';
  await server.db.update(referral).set({ tracking_id: id }).where(eq(referral.first_name, 'Wren'));
  for (const part of [
    id,
    id.toLowerCase(),
    id.replaceAll('-', ''),
    id.slice(0, 4),
    id.slice(3, 8),
  ]) {
    const found = (await list({ q: part })).body as { items: { tracking_id: string }[] };
    expect(found.items.map(({ tracking_id }) => tracking_id)).toContain(id);
  }
});
