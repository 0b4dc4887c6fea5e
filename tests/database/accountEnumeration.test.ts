/** No call reveals which email addresses have an account: responses, writes and SQL statements are the same. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { login_throttle, mail } from '../../server/db/schema';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import { LINK_EMAILS_PER_HOUR } from '../../server/features/auth/mailedLinks';
import { countAudit } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { type Answer, startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  registration,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

// Statements of background jobs would be taken for those of a call.
vi.mock('../../server/http/scheduleJob', () => ({ scheduleJob: () => undefined }));

const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const HOME = '192.0.2.1';

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let accounts: PreparedAccounts;
  let fixtures: Fixtures;
  let owner: PreparedAccount;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: NO_MAIL_SERVER });
    accounts = await prepareAccounts(server);
    fixtures = await createFixtures(server);
  });
  beforeEach(async () => {
    owner = await accounts.add();
  });
  afterAll(() => server.close());

  const logIn = (username: string, password: string, remoteAddress = HOME) =>
    server.raw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password }).toString(),
    });
  const guess = (username: string, from = HOME) => logIn(username, 'Wrong-Password-1', from);
  const emailKinds = async () =>
    (await server.db.select().from(mail).where(eq(mail.account_id, owner.id))).map(
      ({ kind }) => kind,
    );
  const deactivate = ({ id }: PreparedAccount) =>
    server.callOk('deactivateAccount', { params: { id } }, fixtures.bearer('superuser'));

  /** Runs the cases of one call. Asserts that responses, audit entries and statements are the same. */
  async function compare(cases: Record<string, () => Promise<Answer>>) {
    const seen = [];
    for (const [what, send] of Object.entries(cases)) {
      const statements = recordStatements(engine);
      const entries = await countEntries();
      const { status, text, headers } = await send();
      const { date: _date, ...others } = headers;
      seen.push({
        what,
        answer: { status, text, headers: others },
        entries: (await countEntries()) - entries,
        statements: statements(),
      });
    }
    const [{ what: _what, ...first } = { what: '' }, ...rest] = seen;
    for (const { what, ...other } of rest) expect({ what, ...other }).toEqual({ what, ...first });
    return first;
  }
  const countEntries = async () =>
    (await countAudit(server.db, 'refused')) + (await countAudit(server.db, 'done'));

  it('handles an unknown email address, a wrong password, a delay and a lockout with the same headers and the same work', async () => {
    const stranger = uniqueEmail();
    const delayed = await accounts.add();
    const lockedOut = await accounts.add();
    for (let time = 0; time < 10; time += 1) await guess(delayed.username);
    const strangers = '192.0.2.2';
    await guess(lockedOut.username, strangers);
    await server.db
      .update(login_throttle)
      .set({ consecutive: LOCKOUT_AFTER - 1, failures: 0, delayed_until: null })
      .where(eq(login_throttle.consecutive, 1));
    await guess(lockedOut.username, strangers);
    const cases = {
      unknown: () => guess(stranger),
      wrong: () => guess(owner.username),
      delayed: () => guess(delayed.username),
      'delayed, right password': () => logIn(delayed.username, PASSWORD),
      'locked out': () => guess(lockedOut.username),
      'locked out, right password': () => logIn(lockedOut.username, PASSWORD),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 401 }, entries: 1 });
  });

  it('handles reset requests alike, whether an email is sent, none is sent or the limit is reached', async () => {
    const often = await accounts.add();
    const ask = (email: string) => server.call('forgotPassword', { body: { email } });
    for (let time = 0; time < LINK_EMAILS_PER_HOUR.inAll; time += 1) await ask(often.username);
    const pending = await accounts.add({ state: 'pending' });
    const deactivated = await accounts.add();
    await deactivate(deactivated);
    const cases = {
      unknown: () => ask(uniqueEmail()),
      known: () => ask(owner.username),
      'known, again': () => ask(owner.username),
      pending: () => ask(pending.username),
      deactivated: () => ask(deactivated.username),
      'too often': () => ask(often.username),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 200 }, entries: 1 });
    expect(await emailKinds()).toEqual(['resetLink']);
  });

  it('handles registrations alike: email address free, unconfirmed, awaiting approval, taken, or owner notified', async () => {
    const unconfirmed = await accounts.add({ state: 'pending', isConfirmed: false });
    const often = await accounts.add({ state: 'pending', isConfirmed: false });
    const confirmed = await accounts.add({ state: 'pending' });
    const deactivated = await accounts.add();
    await deactivate(deactivated);
    const register = (username = uniqueEmail()) =>
      server.call('register', { body: { ...registration(fixtures), username } });
    for (let time = 0; time < LINK_EMAILS_PER_HOUR.inAll; time += 1) await register(often.username);
    const cases = {
      free: () => register(),
      unconfirmed: () => register(unconfirmed.username),
      'unconfirmed, too often': () => register(often.username),
      'awaiting approval': () => register(confirmed.username),
      deactivated: () => register(deactivated.username),
      taken: () => register(owner.username),
      'taken, owner notified': () => register(owner.username),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 200 }, entries: 1 });
    expect(await emailKinds()).toEqual(['registeredAlready']);
  });

  it('handles logins right after a registration alike, whoever owns the email address', async () => {
    const free = uniqueEmail();
    const unconfirmed = await accounts.add({ state: 'pending', isConfirmed: false });
    const password = 'Strange-Lantern-62-Valleys';
    for (const username of [free, unconfirmed.username, owner.username]) {
      const body = { ...registration(fixtures), username, password };
      expect((await server.call('register', { body })).status).toBe(200);
    }
    const cases = {
      unknown: () => logIn(uniqueEmail(), password),
      free: () => logIn(free, password),
      unconfirmed: () => logIn(unconfirmed.username, password),
      'unconfirmed, with its first password': () => logIn(unconfirmed.username, PASSWORD),
      taken: () => logIn(owner.username, password),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 401 }, entries: 1 });
  });

  it('handles repeated registrations alike', async () => {
    const free = registration(fixtures);
    const taken = { ...registration(fixtures), username: owner.username };
    const register = (body: object) => () => server.call('register', { body, from: HOME });
    await register(free)();
    await register(taken)();
    const cases = { free: register(free), taken: register(taken) };
    expect(await compare(cases)).toMatchObject({ answer: { status: 200 }, entries: 0 });
  });

  it('handles invalid reset links alike: unknown, used, or of a deactivated account', async () => {
    const used = await accounts.addResetToken(owner);
    await server.callOk('resetPassword', { body: { token: used, new_pass: NEW_PASSWORD } });
    const other = await accounts.add();
    const dead = await accounts.addResetToken(other);
    await deactivate(other);
    const check = (reset_token: string) =>
      server.call('checkResetToken', { query: { reset_token } });
    const use = (token: string) =>
      server.call('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    for (const [send, entries] of [
      [check, 0],
      [use, 1],
    ] as const) {
      const cases = {
        unknown: () => send('never mailed'),
        used: () => send(used),
        deactivated: () => send(dead),
      };
      expect(await compare(cases)).toMatchObject({ answer: { status: 400 }, entries });
    }
  });
});

/** Statements of the outbox and of this test itself. */
const NOT_OF_A_CALL = [/^update "mail"/, /"mail"\."id"/, /count\(\*\) as count from audit_event/];

/** Records the statements that a call sends to PostgreSQL. The embedded database runs the same code and is not recorded. */
function recordStatements(engine: string): () => string[] {
  if (engine === 'PGlite') return () => [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  return () => {
    const texts = query.mock.calls.map(([asked]: unknown[]) =>
      typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? ''),
    );
    query.mockRestore();
    const own = texts.filter((text) => !NOT_OF_A_CALL.some((pattern) => pattern.test(text)));
    if (own.length === 0) throw new Error('No statement was recorded');
    return own;
  };
}
