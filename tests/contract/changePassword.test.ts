/** changePassword: a signed-in account replaces its own password. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, audit_event, mail } from '../../server/db/schema';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  signIn,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

const NEW = 'Calm-Orchard-41-Bridges';

let server: TestServer;
let fixtures: Fixtures;
let id: string;
let username: string;

beforeAll(async () => {
  // A mail server that does not respond: emails stay in the outbox, where the tests count them.
  server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  username = uniqueEmail();
  const superuserToken = fixtures.bearer('superuser');
  const body = {
    fullname: unique('Owner'),
    username,
    password: PASSWORD,
    role: 'MANAGER' as const,
  };
  await server.callOk('register', { body }, superuserToken);
  const [found] = await server.callOk(
    'searchAccounts',
    { query: { query: username } },
    superuserToken,
  );
  id = found?._id ?? '';
  await server.db.update(account).set({ password_generated: true }).where(eq(account.id, id));
});

const change = (bearer: string, current_password = PASSWORD, new_pass = NEW) =>
  server.call('changePassword', { body: { current_password, new_pass } }, bearer);
const statusOf = async (bearer: string) => (await server.call('countReferrals', {}, bearer)).status;
const passwordHash = async () =>
  (await server.db.query.account.findFirst({ where: eq(account.id, id) }))?.password_hash;
const emailKinds = async () =>
  (await server.db.select().from(mail).where(eq(mail.account_id, id))).map(({ kind }) => kind);
const flagged = (field: string) => ({
  status: 422,
  body: { detail: [{ type: expect.any(String), loc: ['body', field], msg: expect.any(String) }] },
});

describe('with the right current password', () => {
  it('returns a new session, and ends every other one and the notice', async () => {
    const here = await signIn(server, username);
    const elsewhere = await signIn(server, username);
    const pair = await server.callOk(
      'changePassword',
      { body: { current_password: PASSWORD, new_pass: NEW } },
      here.access,
    );
    expect(await statusOf(pair.access_token)).toBe(200);
    expect(await server.callOk('listNotices', {}, pair.access_token)).toEqual([]);
    // All older tokens are invalid, those of the calling session included.
    for (const { access, refresh } of [here, elsewhere]) {
      expect(await statusOf(access)).toBe(401);
      expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    }
    expect((await server.call('refresh', {}, pair.refresh_token)).status).toBe(200);
    const login = { username, password: PASSWORD };
    expect((await server.call('login', { body: login })).status).toBe(401);
    await signIn(server, username, NEW);
    expect(await emailKinds()).toEqual(['passwordChanged']);
  });

  it('keeps “Remember Me”', async () => {
    const body = { username, password: PASSWORD, remember: true };
    const { access_token } = await server.callOk('login', { body });
    expect((await change(access_token)).status).toBe(200);
    const sessions = await server.db.query.session.findMany({
      where: (table) => eq(table.account_id, id),
    });
    expect(sessions.map(({ remember }) => remember)).toEqual([true, true]);
  });

  it.each([
    ['too short', 'abc'],
    ['easy to guess', 'password123'],
    ['the current one', PASSWORD],
  ])('refuses a new one that is %s', async (_what, newPassword) => {
    const { access } = await signIn(server, username);
    const before = await passwordHash();
    expect(await change(access, PASSWORD, newPassword)).toMatchObject(flagged('new_pass'));
    expect(await passwordHash()).toBe(before);
    expect(await statusOf(access)).toBe(200);
  });

  it('makes only one of two concurrent changes', async () => {
    const [one, other] = await Promise.all([signIn(server, username), signIn(server, username)]);
    const answers = await Promise.all([
      change(one.access),
      change(other.access, PASSWORD, 'Warm-Pebble-62-Canyons'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).not.toEqual([200, 200]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await emailKinds()).toEqual(['passwordChanged']);
  });
});

describe('with a wrong current password', () => {
  it('changes nothing, keeps the session, and adds an audit entry', async () => {
    const { access } = await signIn(server, username);
    const before = await passwordHash();
    expect(await change(access, 'Not-The-One-88')).toMatchObject(flagged('current_password'));
    expect(await passwordHash()).toBe(before);
    expect(await statusOf(access)).toBe(200);
    const entries = await server.db
      .select()
      .from(audit_event)
      .where(eq(audit_event.actor_id, id))
      .orderBy(audit_event.id);
    expect(entries.at(-1)).toMatchObject({
      action: 'changePassword',
      outcome: 'refused',
      record_ids: [id],
    });
  });

  it('is counted apart from failed sign-ins: after ten, even the right one is refused for a while', async () => {
    const { access } = await signIn(server, username);
    const from = '192.0.2.44';
    const tryIt = (current_password: string) =>
      server.call('changePassword', { body: { current_password, new_pass: NEW }, from }, access);
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await tryIt(`Guess-Number-${guess}`)).status).toBe(422);
    }
    expect(await tryIt(PASSWORD)).toMatchObject(flagged('current_password'));
    const login = { username, password: PASSWORD };
    expect((await server.call('login', { body: login, from })).status).toBe(200);
  });

  it('is limited per IP address, for super users too', async () => {
    await server.db.update(account).set({ role: 'SUPERUSER' }).where(eq(account.id, id));
    const { access } = await signIn(server, username);
    const from = '192.0.2.45';
    const body = { current_password: 'Not-The-One-88', new_pass: NEW };
    const statuses: number[] = [];
    for (let guess = 0; guess < 31; guess += 1) {
      statuses.push((await server.call('changePassword', { body, from }, access)).status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 422));
    expect(statuses[30]).toBe(429);
  });
});

it('a reset link also replaces a generated password', async () => {
  const { access } = await signIn(server, username);
  expect(await server.callOk('listNotices', {}, access)).toEqual([{ code: 'generatedPassword' }]);
  const token = createOneTimeToken();
  await insertResetToken(server.db, {
    accountId: id,
    tokenHash: hashOneTimeToken(token),
    purpose: 'reset',
  });
  await server.callOk('resetPassword', { body: { token, new_pass: NEW } });
  const again = await signIn(server, username, NEW);
  expect(await server.callOk('listNotices', {}, again.access)).toEqual([]);
});
