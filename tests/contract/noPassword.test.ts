/** Accounts without a password on a server that delivers no email: SMTP_URL was removed after they registered. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_REFUSALS } from '../../contract/staffConstants';
import { audit_event } from '../../server/db/schema';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { createOneTimeToken, hashOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { hashTables, queuedMail } from '../support/databaseState';
import { createFixtures, type Fixtures, PASSWORD, registration, signIn } from '../support/fixtures';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let accounts: PreparedAccounts;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  accounts = await prepareAccounts(server);
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const approve = ({ id }: PreparedAccount) =>
  server.call('approveAccount', { body: { user_id: id } }, fixtures.bearer('superuser'));
const reactivate = ({ id }: PreparedAccount) =>
  server.call('reactivateAccount', { params: { id } }, fixtures.bearer('superuser'));
const deactivate = ({ id }: PreparedAccount) =>
  server.callOk('deactivateAccount', { params: { id } }, fixtures.bearer('superuser'));
const logIn = ({ username }: PreparedAccount) =>
  server.call('login', { body: { username, password: PASSWORD } });

const addWithoutPassword = (state: 'pending' | 'active') =>
  accounts.add({ state, passwordHash: null, isConfirmed: false });
async function addDeactivated() {
  const added = await addWithoutPassword('active');
  await deactivate(added);
  return added;
}

describe('an account whose password nobody has chosen', () => {
  it.each([
    ['approving', approve, () => addWithoutPassword('pending')],
    ['reactivating', reactivate, () => addWithoutPassword('pending')],
    ['reactivating after a deactivation', reactivate, addDeactivated],
  ] as const)('is refused by %s: nothing changes', async (_name, activate, add) => {
    const added = await add();
    const before = await hashTables(server.db);
    const mails = await queuedMail(server.db);
    expect(await activate(added)).toMatchObject({
      status: 409,
      body: { detail: ACCOUNT_REFUSALS.noPassword },
    });
    expect(await hashTables(server.db)).toEqual(before);
    expect(await queuedMail(server.db)).toEqual(mails);
    const entries = await server.db
      .select()
      .from(audit_event)
      .where(eq(audit_event.outcome, 'refused'))
      .orderBy(audit_event.id);
    const actor_id = fixtures.people.superuser.id;
    expect(entries.at(-1)).toMatchObject({ actor_id, record_ids: [added.id] });
  });

  it('stays active if it is already', async () => {
    const active = await addWithoutPassword('active');
    expect((await approve(active)).status).toBe(200);
    expect((await reactivate(active)).status).toBe(200);
    expect((await accounts.read(active)).state).toBe('active');
  });

  it('cannot be logged in to, and registering again does not set its password', async () => {
    const wrong = { status: 401, body: { detail: 'Email or password is wrong' } };
    for (const state of ['pending', 'active'] as const) {
      const added = await addWithoutPassword(state);
      expect(await logIn(added)).toMatchObject(wrong);
      const body = { ...registration(fixtures), username: added.username };
      expect((await server.call('register', { body })).status).toBe(200);
      expect(await accounts.read(added)).toMatchObject({ state, passwordHash: null });
      expect(await logIn(added)).toMatchObject(wrong);
    }
  });

  it('can be approved once its owner has chosen one by the link that was mailed before', async () => {
    const added = await addWithoutPassword('pending');
    const token = createOneTimeToken();
    const tokenHash = hashOneTimeToken(token);
    await insertResetToken(server.db, {
      accountId: added.id,
      tokenHash,
      purpose: 'confirmEmail',
    });
    await server.callOk('resetPassword', { body: { token, new_pass: PASSWORD } });
    expect((await logIn(added)).status).toBe(403);
    expect((await approve(added)).status).toBe(200);
    expect((await signIn(server, added.username)).access).toBeTruthy();
  });
});

it('a registration stores the hash of its password, which works once it is approved', async () => {
  const body = registration(fixtures);
  await server.callOk('register', { body });
  const query = { query: body.username };
  const [found] = await server.callOk('searchAccounts', { query }, fixtures.bearer('superuser'));
  await server.callOk(
    'approveAccount',
    { body: { user_id: found?._id ?? '' } },
    fixtures.bearer('superuser'),
  );
  expect((await signIn(server, body.username, body.password)).access).toBeTruthy();
});
