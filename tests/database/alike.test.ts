/** Nothing tells which e-mails have an account: not what is answered, not what is written, not what is asked of the database. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { login_guard, mail } from '../../server/db/schema';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import { RESET_MAILS_PER_HOUR } from '../../server/features/auth/lifetimes';
import { countAudit } from '../support/databaseState';
import { USUAL_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { type Answer, startTestServer, type TestServer } from '../support/testServer';
import { createWorld, PASSWORD, registration, uniqueEmail, type World } from '../support/world';

// What background jobs ask of the database would be taken for a call's own statements.
vi.mock('../../server/plugins/scheduleJob', () => ({ nowAndThen: () => undefined }));

const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const HOME = '192.0.2.1';

describe.each(USUAL_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let accounts: PreparedAccounts;
  let world: World;
  let owner: PreparedAccount;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: NO_MAIL_SERVER });
    accounts = await prepareAccounts(server);
    world = await createWorld(server);
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
  const letters = async () =>
    (await server.db.select().from(mail).where(eq(mail.account_id, owner.id))).map(
      ({ kind }) => kind,
    );
  const shutOut = ({ id }: PreparedAccount) =>
    server.done('deactivateAccount', { params: { id } }, world.bearer('superuser'));

  /** What cases of one call show: they are to be alike. */
  async function compare(cases: Record<string, () => Promise<Answer>>) {
    const seen = [];
    for (const [what, send] of Object.entries(cases)) {
      const statements = watchStatements(engine);
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

  it('an unknown e-mail, a wrong password, a delay and a stop cannot be told apart, not by headers, not by work', async () => {
    const stranger = uniqueEmail();
    const delayed = await accounts.add();
    const stopped = await accounts.add();
    for (let time = 0; time < 10; time += 1) await guess(delayed.username);
    const strangers = '192.0.2.2';
    await guess(stopped.username, strangers);
    await server.db
      .update(login_guard)
      .set({ consecutive: LOCKOUT_AFTER - 1, failures: 0, delayed_until: null })
      .where(eq(login_guard.consecutive, 1));
    await guess(stopped.username, strangers);
    const cases = {
      unknown: () => guess(stranger),
      wrong: () => guess(owner.username),
      delayed: () => guess(delayed.username),
      'delayed, though right': () => logIn(delayed.username, PASSWORD),
      stopped: () => guess(stopped.username),
      'stopped, though right': () => logIn(stopped.username, PASSWORD),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 401 }, entries: 1 });
  });

  it('nor can those who ask for a reset letter: whether there is one, is none, or were too many', async () => {
    const often = await accounts.add();
    const ask = (email: string) => server.call('forgotPassword', { body: { email } });
    for (let time = 0; time < RESET_MAILS_PER_HOUR; time += 1) await ask(often.username);
    const pending = await accounts.add({ state: 'pending' });
    const deactivated = await accounts.add();
    await shutOut(deactivated);
    const cases = {
      unknown: () => ask(uniqueEmail()),
      known: () => ask(owner.username),
      'known, again': () => ask(owner.username),
      pending: () => ask(pending.username),
      deactivated: () => ask(deactivated.username),
      'too often': () => ask(often.username),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 200 }, entries: 1 });
    expect(await letters()).toEqual(['resetLink']);
  });

  it('nor those who register: whether the e-mail is free, waits for its proof or for approval, is taken, or its owner has been told', async () => {
    const waiting = await accounts.add({ state: 'pending', isConfirmed: false });
    const often = await accounts.add({ state: 'pending', isConfirmed: false });
    const proved = await accounts.add({ state: 'pending' });
    const deactivated = await accounts.add();
    await shutOut(deactivated);
    const register = (username = uniqueEmail()) =>
      server.call('register', { body: { ...registration(world), username } });
    for (let time = 0; time < RESET_MAILS_PER_HOUR; time += 1) await register(often.username);
    const cases = {
      free: () => register(),
      'waits for its proof': () => register(waiting.username),
      'waits, too often': () => register(often.username),
      'waits for approval': () => register(proved.username),
      deactivated: () => register(deactivated.username),
      taken: () => register(owner.username),
      'taken, and told': () => register(owner.username),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 200 }, entries: 1 });
    expect(await letters()).toEqual(['registeredAlready']);
  });

  it('nor those who sign in with what they have just registered, whoever has the e-mail', async () => {
    const free = uniqueEmail();
    const waiting = await accounts.add({ state: 'pending', isConfirmed: false });
    const password = 'Strange-Lantern-62-Valleys';
    for (const username of [free, waiting.username, owner.username]) {
      const body = { ...registration(world), username, password };
      expect((await server.call('register', { body })).status).toBe(200);
    }
    const cases = {
      unknown: () => logIn(uniqueEmail(), password),
      free: () => logIn(free, password),
      'waits for its proof': () => logIn(waiting.username, password),
      'waits, with what it was registered with first': () => logIn(waiting.username, PASSWORD),
      taken: () => logIn(owner.username, password),
    };
    expect(await compare(cases)).toMatchObject({ answer: { status: 401 }, entries: 1 });
  });

  it('nor those who send their registration again', async () => {
    const free = registration(world);
    const taken = { ...registration(world), username: owner.username };
    const register = (body: object) => () => server.call('register', { body, from: HOME });
    await register(free)();
    await register(taken)();
    const cases = { free: register(free), taken: register(taken) };
    expect(await compare(cases)).toMatchObject({ answer: { status: 200 }, entries: 0 });
  });

  it('nor reset links that do not work: made up, used, or of an account that was shut out', async () => {
    const used = await accounts.addResetToken(owner);
    await server.done('resetPassword', { body: { token: used, new_pass: NEW_PASSWORD } });
    const other = await accounts.add();
    const dead = await accounts.addResetToken(other);
    await shutOut(other);
    const check = (reset_token: string) =>
      server.call('checkResetToken', { query: { reset_token } });
    const use = (token: string) =>
      server.call('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    for (const [send, entries] of [
      [check, 0],
      [use, 1],
    ] as const) {
      const cases = {
        'made up': () => send('never mailed'),
        used: () => send(used),
        'shut out': () => send(dead),
      };
      expect(await compare(cases)).toMatchObject({ answer: { status: 400 }, entries });
    }
  });
});

/** What the outbox sends letters with, and what this test itself asks. */
const NOT_A_CALL = [/^update "mail"/, /"mail"\."id"/, /count\(\*\) as count from audit_event/];

/** Which statements a server process sends to PostgreSQL for a call; the embedded one runs the same code. */
function watchStatements(engine: string): () => string[] {
  if (engine === 'PGlite') return () => [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  return () => {
    const texts = query.mock.calls.map(([asked]: unknown[]) =>
      typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? ''),
    );
    query.mockRestore();
    const own = texts.filter((text) => !NOT_A_CALL.some((pattern) => pattern.test(text)));
    if (own.length === 0) throw new Error('No statement was seen');
    return own;
  };
}
