/** Lines of text are stored without invisible characters and those that change the text direction (decision 50). */
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
 * The text among characters that nobody sees: isolated, as our own screens show names, with a zero-width space and an override.
 */
const hidden = (text: string) =>
  `\u2068${text.slice(0, 2)}\u200b\u202e${text.slice(2)}\u2069\u2800`;

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
  it('stores every line without invisible characters, and notes with them', async () => {
    const lines = {
      first_name: 'Robin',
      last_name: unique('Hidden'),
      contact_number: '5550101234',
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
      notes: hidden('A note'),
    });
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
    const first_name = hidden('Robin');
    await server.db.update(referral).set({ first_name }).where(eq(referral.id, _id));
    const shown = await server.callOk('getReferral', { params: { id: _id } }, head());
    const username = uniqueEmail();
    const fullname = `${shown.first_name} ${shown.last_name}`;
    const login = { fullname, username, password: PASSWORD, referral: _id };
    expect((await server.call('registerReferral', { body: login }, head())).status).toBe(200);
    expect(await storedAccount(username)).toMatchObject({ fullname: `Robin ${body.last_name}` });
  });
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
