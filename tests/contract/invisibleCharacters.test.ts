/** Text is stored without control characters, invisible ones and those that change its direction (decisions 50 and 60). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, referral, site } from '../../server/db/schema';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  registration,
  signIn,
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

/**
 * The text among characters that nobody sees: isolated, as our own screens show names, with a zero-width space, an override and
 * control characters, after a tab and before a line break, as a cell of a spreadsheet.
 */
const hidden = (text: string) =>
  `\t\u2068${text.slice(0, 2)}\u200b\u202e\0\u0002\u001e${text.slice(2)}\u2069\u2800\u0085\r\n`;

async function storedReferral(last_name: string) {
  const [row] = await server.db.select().from(referral).where(eq(referral.last_name, last_name));
  return row;
}
async function storedAccount(username: string) {
  const [row] = await server.db.select().from(account).where(eq(account.username, username));
  return row;
}

const PROBATION = {
  mediCal: 'M-12345',
  probation_name: 'Olive Officer',
  probation_phone: '555 010 2040',
  probation_email: 'officer@example.org',
};

describe.each(['addReferral', 'addGuestReferral'] as const)('%s', (call) => {
  it('stores every text without invisible and control characters', async () => {
    const lines = {
      first_name: 'Robin',
      last_name: unique('Hidden'),
      contact_number: '5550101234',
      reach_note: 'After 3 PM',
      ...PROBATION,
    };
    const typed = Object.entries(lines).map(([field, line]) => [field, hidden(line)]);
    const body = referralBody(fixtures.sites.probation, {
      ...Object.fromEntries(typed),
      mediCal_county: fixtures.county,
      notes: hidden('A note'),
    });
    const bearer = call === 'addReferral' ? head() : undefined;
    expect((await server.call(call, { body }, bearer)).status).toBe(200);
    expect(await storedReferral(lines.last_name)).toMatchObject({
      ...lines,
      contact_digits: '5550101234',
      notes: 'A note',
    });
  });

  it('stores a note from slides, a PDF file or an old Mac with its lines', async () => {
    const last_name = unique('Lines');
    const notes = 'one\vtwo\fthree\rfour\u2028five\r\nsix\tseven';
    const body = referralBody(fixtures.sites.own, { last_name, notes });
    const bearer = call === 'addReferral' ? head() : undefined;
    await server.callOk(call, { body }, bearer);
    const stored = 'one\ntwo\nthree\nfour\nfive\nsix\tseven';
    expect(await storedReferral(last_name)).toMatchObject({ notes: stored });
  });

  it('takes digits of another script for those of ASCII', async () => {
    const last_name = unique('Digits');
    const body = referralBody(fixtures.sites.own, {
      last_name,
      contact_number: '３１０－５５５－０１４２',
    });
    const bearer = call === 'addReferral' ? head() : undefined;
    await server.callOk(call, { body }, bearer);
    const stored = { contact_number: '310-555-0142', contact_digits: '3105550142' };
    expect(await storedReferral(last_name)).toMatchObject(stored);
  });

  it('refuses what is empty without them as missing', async () => {
    const body = referralBody(fixtures.sites.own, {
      last_name: hidden(''),
      contact_number: hidden(''),
    });
    const bearer = call === 'addReferral' ? head() : undefined;
    const detail = [
      { type: 'too_small', loc: ['body', 'last_name'] },
      { type: 'too_small', loc: ['body', 'contact_number'] },
      { type: 'custom', loc: ['body', 'contact_number'] },
    ];
    const answer = await server.call(call, { body }, bearer);
    expect(answer).toMatchObject({ status: 422, body: { detail } });
  });
});

describe('an account', () => {
  it.each([
    ['register', () => registration(fixtures)],
    ['registerSuperuser', () => ({ username: uniqueEmail(), password: PASSWORD })],
    [
      'registerReferral',
      async () => {
        const body = referralBody(fixtures.sites.own);
        const { _id } = await server.callOk('addReferral', { body }, head());
        return { username: uniqueEmail(), password: PASSWORD, referral: _id };
      },
    ],
  ] as const)('of %s has its name and email without them', async (call, make) => {
    const { username, ...rest } = await make();
    const fullname = unique('Sam');
    const body = { ...rest, fullname: hidden(fullname), username: hidden(username) };
    const bearer = call === 'register' ? undefined : head();
    expect(await server.call(call, { body }, bearer)).toMatchObject({ status: 200 });
    expect(await storedAccount(username)).toMatchObject({ fullname });
  });

  it('is found, signs in and is unique with or without invisible characters', async () => {
    const { id, username } = fixtures.people.manager;
    await expect(signIn(server, hidden(username))).resolves.toBeDefined();
    const query = { query: hidden(username) };
    expect(await server.callOk('searchAccounts', { query }, head())).toMatchObject([{ _id: id }]);
    const body = { fullname: 'Sam', username: hidden(username), password: PASSWORD };
    expect((await server.call('registerSuperuser', { body }, head())).status).toBe(409);
    const fullname = unique('Renamed');
    const rename = { params: { id }, body: { fullname: hidden(fullname) } };
    await server.callOk('updateAccount', rename, head());
    expect(await storedAccount(username)).toMatchObject({ fullname });
  });

  it('can be created for a referral that was stored with invisible characters in its name', async () => {
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, head());
    const first_name = '\u2068Ro\u200b\u202ebin\u2069\u2800';
    await server.db.update(referral).set({ first_name }).where(eq(referral.id, _id));
    const shown = await server.callOk('getReferral', { params: { id: _id } }, head());
    const username = uniqueEmail();
    const fullname = `${shown.first_name} ${shown.last_name}`;
    const login = { fullname, username, password: PASSWORD, referral: _id };
    expect((await server.call('registerReferral', { body: login }, head())).status).toBe(200);
    expect(await storedAccount(username)).toMatchObject({ fullname: `Robin ${body.last_name}` });
  });
});

it('an account signs in with its email as a program copies it', async () => {
  const { username } = fixtures.people.manager;
  for (const copied of [`mailto:${username}`, `<${username}>`, `${username}.`, `\u200b${username}`])
    await expect(signIn(server, copied)).resolves.toBeDefined();
});

it('notes added and edited later are stored without them, too', async () => {
  const body = referralBody(fixtures.sites.own);
  const { _id } = await server.callOk('addReferral', { body }, head());
  const text = `${hidden('Called')}\vNo answer`;
  const stored = 'Called\n\n\nNo answer';
  await server.callOk('updateReferral', { body: { id: _id, notes: text } }, head());
  expect(await storedReferral(body.last_name)).toMatchObject({ notes: stored });
  await server.callOk('addNote', { body: { id: _id, text } }, head());
  const { events } = await server.callOk('getHistory', { params: { id: _id } }, head());
  expect(events[0]).toMatchObject({ kind: 'note', text: stored });
  const empty = { body: { id: _id, text: hidden('') } };
  expect(await server.call('addNote', empty, head())).toMatchObject({ status: 422 });
});

it('a site is added, renamed and unique without invisible characters', async () => {
  const [name, renamed] = [unique('North'), unique('South')];
  const add = async (text: string) =>
    (await server.callOk('addSite', { body: { name: text } }, head()))._id;
  const id = await add(hidden(name));
  expect(await add(name)).toBe(id);
  const other = { id: await add(unique('Other')), name: hidden(name) };
  expect((await server.call('updateSite', { body: other }, head())).status).toBe(409);
  await server.callOk('updateSite', { body: { id, name: hidden(renamed) } }, head());
  expect(await server.db.select().from(site).where(eq(site.id, id))).toMatchObject([
    { name: renamed },
  ]);
});

it('a referral that is sent again with invisible characters counts as a repeat', async () => {
  const body = referralBody(fixtures.sites.own);
  const headers = { 'idempotency-key': unique('key-of-a-referral').replaceAll(' ', '-') };
  const first = await server.call('addReferral', { body, headers }, head());
  const typed = { ...body, first_name: hidden('Robin') };
  const second = await server.call('addReferral', { body: typed, headers }, head());
  expect(second).toMatchObject({ status: 200, body: first.body });
});

it('a search for a name with invisible characters finds its referral', async () => {
  const body = referralBody(fixtures.sites.own);
  const { _id } = await server.callOk('addReferral', { body }, head());
  const found = [
    await server.callOk('filterReferrals', { query: { name: hidden(body.last_name) } }, head()),
    await server.callOk('listWorklist', { body: { q: hidden(body.last_name) } }, head()),
  ];
  expect(found.map(({ items }) => items.map((item) => item._id))).toEqual([[_id], [_id]]);
});

it('a correction removes the invisible characters of a stored phone number', async () => {
  const { notes: _notes, ...filed } = referralBody(fixtures.sites.own);
  const { _id } = await server.callOk('addReferral', { body: filed }, head());
  const contact_number = '555\u202e0101234';
  await server.db.update(referral).set({ contact_number }).where(eq(referral.id, _id));
  const correction = { ...filed, id: _id, contact_number };
  await server.callOk('correctReferral', { body: correction }, head());
  expect(await storedReferral(filed.last_name)).toMatchObject({ contact_number: '5550101234' });
  const { events } = await server.callOk('getHistory', { params: { id: _id } }, head());
  expect(events[0]?.changes).toEqual([
    { field: 'contact_number', from: contact_number, to: '5550101234' },
  ]);
});
