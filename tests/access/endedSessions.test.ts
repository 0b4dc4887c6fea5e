/** A session that ends before the request body has arrived changes nothing: every call with a body × way to end it. */
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allCalls, type AnyCallName } from '../../contract/calls';
import { type Endpoint, isSafe } from '../../contract/calls/endpoints';
import { account } from '../../server/db/schema';
import { hashTables } from '../support/databaseState';
import { createFixtures, type Fixtures, PASSWORD, referralBody, unique } from '../support/fixtures';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { report } from '../support/report';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import { inputFor, OWN_CALLS } from './callInputs';

let server: TestServer;
let fixtures: Fixtures;
let accounts: PreparedAccounts;
let caller: PreparedAccount;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  accounts = await prepareAccounts(server);
});
afterAll(async () => {
  await server.close();
  report('call with a body × end of its session', cells);
});
beforeEach(async () => {
  caller = await accounts.add({ role: 'SUPERUSER' });
});

const names = Object.keys(allCalls) as AnyCallName[];
/** Calls that need an account and take a body, also an empty one; `register` as a super user. */
const CALLS = names.filter((name) => {
  const call: Endpoint = allCalls[name];
  const needsAccount = call.access !== 'public' && call.access !== 'refresh-token';
  return name === 'register' || (needsAccount && call.method !== 'GET');
});

type EndSession = (session: { refresh: string }) => Promise<unknown>;
const ENDS: Readonly<Record<string, EndSession>> = {
  deactivation: () =>
    server.callOk('deactivateAccount', { params: { id: caller.id } }, fixtures.bearer('superuser')),
  logout: ({ refresh }) => server.callOk('logout', {}, refresh),
  'a new password': async () => {
    const { access } = await accounts.beginSession(caller);
    const body = { current_password: PASSWORD, new_pass: 'Calm-Orchard-41-Bridges' };
    return server.callOk('changePassword', { body }, access);
  },
};

/** Makes a call whose body arrives only after `beforeBody`, which runs once access is decided and the body is awaited. */
async function callSlowly(
  name: AnyCallName,
  { params, body, headers }: AnyInput,
  bearer: string,
  beforeBody: () => Promise<unknown>,
) {
  const { method, path }: Endpoint = allCalls[name];
  const text = JSON.stringify(body ?? {});
  let isAwaited = false;
  const payload = new Readable({
    read() {
      if (isAwaited) return;
      isAwaited = true;
      const send = async () => {
        await beforeBody();
        payload.push(text);
        payload.push(null);
      };
      send().catch((error: Error) => payload.destroy(error));
    },
  });
  return server.raw({
    method,
    url: `/api${path.replace('{id}', params?.id ?? '')}`,
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    },
    payload,
  });
}

/** Makes the caller one with a referral of their own, for the calls on it: that of the fixtures. */
async function moveOwnReferral(): Promise<void> {
  caller = await accounts.add({ role: 'REFERRAL' });
  const { referral } = fixtures.people;
  const [former] = await server.db.select().from(account).where(eq(account.id, referral.id));
  await server.db.update(account).set({ referral_id: null }).where(eq(account.id, referral.id));
  await server.db
    .update(account)
    .set({ referral_id: former?.referral_id ?? null, login_holder: 'person' })
    .where(eq(account.id, caller.id));
  const people = { ...fixtures.people, referral: { ...referral, id: caller.id } };
  fixtures = { ...fixtures, people };
}

/** A visitor may register as a manager, so that a super user's registration has another role. */
async function superuserInput(name: AnyCallName): Promise<AnyInput> {
  const input = await inputFor(name, fixtures);
  return name === 'register' ? { body: { ...Object(input.body), role: 'ADMIN' } } : input;
}

describe.each(CALLS)('%s', (name) => {
  beforeEach(async () => {
    if (OWN_CALLS.includes(name)) await moveOwnReferral();
  });

  it.each(Object.keys(ENDS))('does nothing after %s', async (end) => {
    // Its records are created by others.
    const input = await superuserInput(name);
    const session = await accounts.beginSession(caller);
    let before: unknown;
    const answer = await callSlowly(name, input, session.access, async () => {
      await ENDS[end]?.(session);
      before = await hashTables(server.db);
    });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 401,
      body: { detail: 'Not authenticated' },
    });
    expect(await hashTables(server.db)).toEqual(before);
    cells += 1;
  });

  it('succeeds if the session stays', async () => {
    if (isSafe(allCalls[name])) return;
    const input = await superuserInput(name);
    const { access } = await accounts.beginSession(caller);
    const answer = await callSlowly(name, input, access, async () => undefined);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  });
});

it.each(['addReferral', 'addSite'] as const)(
  'a repeat of %s gets no stored response after the session has ended',
  async (name) => {
    const session = await accounts.beginSession(caller);
    const input = {
      ...(await inputFor(name, fixtures)),
      headers: { 'idempotency-key': unique('key').replaceAll(' ', '-') },
    };
    const first = await server.call(name, input, session.access);
    expect(await server.call(name, input, session.access)).toMatchObject({
      status: 200,
      body: first.body,
    });
    const logOut = () => server.callOk('logout', {}, session.refresh);
    const repeat = await callSlowly(name, input, session.access, logOut);
    expect(repeat.status).toBe(401);
  },
);

it.each(['register', 'registerSuperuser', 'registerReferral'] as const)(
  '%s does nothing if the session ends while the password is hashed',
  async (name) => {
    const input = await superuserInput(name);
    const session = await accounts.beginSession(caller);
    let before: unknown;
    vi.spyOn(server.app.passwords, 'hash').mockImplementationOnce(async () => {
      await server.callOk('logout', {}, session.refresh);
      before = await hashTables(server.db);
      return accounts.passwordHash;
    });
    expect((await server.call(name, input, session.access)).status).toBe(401);
    expect(await hashTables(server.db)).toEqual(before);
  },
);

it('a manager who loses a site before the request body arrives gets an error and must try again', async () => {
  const manager = await accounts.add({ siteIds: [fixtures.sites.own, fixtures.sites.other] });
  const { access } = await accounts.beginSession(manager);
  const change = (schools: string[]) =>
    server.callOk(
      'updateAccount',
      { params: { id: manager.id }, body: { schools: schools.map((id) => ({ id, name: '' })) } },
      fixtures.bearer('superuser'),
    );
  const input = { body: referralBody(fixtures.sites.own) };
  const refused = await callSlowly('addReferral', input, access, () =>
    change([fixtures.sites.own]),
  );
  expect(refused.status).toBe(401);
  expect((await server.call('addReferral', input, access)).status).toBe(200);
  const added = { body: referralBody(fixtures.sites.own) };
  const answer = await callSlowly('addReferral', added, access, () =>
    change([fixtures.sites.own, fixtures.sites.other]),
  );
  expect(answer.status).toBe(200);
});
