/** Who guesses passwords is slowed down and stopped, the owner is not. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { login_guard, mail } from '../../server/db/schema';
import { forgetOldTries } from '../../server/features/auth/guardRepository';
import { STOP_AFTER } from '../../server/features/auth/guessing';
import { ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';
import { passForGuards } from '../support/windows';
import { PASSWORD, signIn, SUPERUSER } from '../support/world';

/** What happens while a password is checked. */
const meanwhile = vi.hoisted(() => vi.fn<() => Promise<void> | void>());
vi.mock('@node-rs/argon2', async () => {
  const cheap = await import('../support/cheapArgon2');
  const verify: typeof cheap.verify = async (...given) => {
    await meanwhile();
    return cheap.verify(...given);
  };
  return { ...cheap, verify };
});

const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const WRONG = 'Wrong-Password-1';
const HOME = '192.0.2.1';
const STRANGERS = '192.0.2.2';
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const times = <T>(count: number, make: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => make(time)));
/** An address for each. */
const address = (time: number) => `198.51.100.${time + 1}`;

describe.each(ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let accounts: PreparedAccounts;
  let head: string;
  let owner: PreparedAccount;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: NO_MAIL_SERVER });
    accounts = await prepareAccounts(server);
    head = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
  });
  beforeEach(async () => {
    await server.db.delete(login_guard);
    owner = await accounts.add();
  });
  afterAll(() => server.close());

  const logIn = (username: string, password: string, remoteAddress: string) =>
    server.raw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password }).toString(),
    });
  const guess = (from = STRANGERS, username = owner.username) => logIn(username, WRONG, from);
  const enter = async (from: string) => (await logIn(owner.username, PASSWORD, from)).status;
  const rows = () => server.db.select().from(login_guard);
  const anywhere = async () => (await rows()).find((row) => row.address_key === '');
  const letters = async () =>
    (await server.db.select().from(mail).where(eq(mail.account_id, owner.id))).map(
      ({ kind }) => kind,
    );
  /** One wrong password short of the stop. */
  const almostStopped = () =>
    server.db
      .update(login_guard)
      .set({ consecutive: STOP_AFTER - 1, failures: 0, delayed_until: null })
      .where(eq(login_guard.address_key, ''));

  it('after ten wrong passwords from an address the right one is refused there, ever longer; not where the owner is known', async () => {
    expect(await enter(HOME)).toBe(200);
    for (let time = 0; time < 10; time += 1) await guess();
    expect(await enter(STRANGERS)).toBe(401);
    expect(await enter(HOME)).toBe(200);
    await passForGuards(server.db, 31);
    expect(await guess()).toMatchObject({ status: 401 });
    await passForGuards(server.db, 31);
    expect(await enter(STRANGERS)).toBe(401);
    await passForGuards(server.db, 30);
    expect(await enter(STRANGERS)).toBe(200);
    // Known there by now: one typo is no reason to wait again.
    await guess();
    expect(await enter(STRANGERS)).toBe(200);
  });

  it('tries during a delay do not count', async () => {
    for (let time = 0; time < 10; time += 1) await guess();
    const before = await rows();
    for (let time = 0; time < 5; time += 1) await guess();
    expect(await rows()).toEqual(before);
  });

  it('strangers from many addresses delay strangers for half a minute at most, and not the owner at home', async () => {
    expect(await enter(HOME)).toBe(200);
    for (let time = 0; time < 25; time += 1) {
      await guess(address(time));
      await passForGuards(server.db, 31);
    }
    await guess(address(25));
    expect(await enter(address(26))).toBe(401);
    expect(await enter(HOME)).toBe(200);
    await passForGuards(server.db, 31);
    expect(await enter(address(26))).toBe(200);
  });

  it('of 50 guesses at once from one address no more are weighed than of 50 in turn', async () => {
    await times(50, () => guess());
    expect((await rows()).map(({ failures }) => failures)).toEqual([10, 10]);
    expect(await anywhere()).toMatchObject({ consecutive: 10 });
  });

  it('50 wrong passwords at once, from addresses the owner is known at, count as 50', async () => {
    for (let time = 0; time < 50; time += 1) expect(await enter(address(time))).toBe(200);
    await times(50, (time) => guess(address(time)));
    expect(await anywhere()).toMatchObject({ consecutive: 50 });
    // As many right ones at once leave nothing of it.
    const statuses = await times(50, (time) => enter(address(time)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await anywhere()).toMatchObject({ consecutive: 0 });
  });

  it('a hundred wrong passwords in a row stop logging in anywhere, the owner hears of it once, and sessions live on', async () => {
    const session = await accounts.beginSession(owner);
    expect(await enter(HOME)).toBe(200);
    await almostStopped();
    expect(await enter(HOME)).toBe(200);
    await almostStopped();
    await times(20, (time) => guess(address(time)));
    expect(await anywhere()).toMatchObject({ consecutive: STOP_AFTER, expires_at: null });
    expect(await letters()).toEqual(['loginStopped']);
    await passForGuards(server.db, 400 * DAY);
    await forgetOldTries(server.db);
    expect(await enter(HOME)).toBe(401);
    expect(await enter(STRANGERS)).toBe(401);
    expect(await letters()).toEqual(['loginStopped']);
    expect(await accounts.countLiving([session])).toBe(1);
  });

  it('the letter is in the outbox before the last wrong password is looked at, and taken out should it be right', async () => {
    const seen: string[][] = [];
    const look = async () => void seen.push(await letters());
    await guess();
    await almostStopped();
    meanwhile.mockImplementationOnce(look);
    expect(await enter(HOME)).toBe(200);
    expect(await letters()).toEqual([]);
    await almostStopped();
    meanwhile.mockImplementationOnce(look);
    await guess(HOME);
    expect(await letters()).toEqual(['loginStopped']);
    expect(seen).toEqual([['loginStopped'], ['loginStopped']]);
  });

  it('a last try that was none is no reason for a letter', async () => {
    await guess();
    await almostStopped();
    meanwhile.mockImplementationOnce(() => {
      throw new Error('The machine is out of memory');
    });
    expect(await enter(HOME)).toBe(500);
    expect(await letters()).toEqual([]);
    expect(await enter(HOME)).toBe(200);
  });

  it('a new password by letter lifts the stop', async () => {
    await guess();
    await almostStopped();
    await guess(HOME);
    expect(await enter(STRANGERS)).toBe(401);
    const token = await accounts.addResetToken(owner);
    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    expect((await logIn(owner.username, NEW_PASSWORD, STRANGERS)).status).toBe(200);
  });

  it('a super user who deactivates and reactivates the account lifts the stop', async () => {
    await guess();
    await almostStopped();
    await guess(HOME);
    await server.done('deactivateAccount', { params: { id: owner.id } }, head);
    expect(await enter(HOME)).toBe(401);
    await server.done('reactivateAccount', { params: { id: owner.id } }, head);
    expect(await enter(HOME)).toBe(200);
  });

  it('the right password of an account that is not approved is no guess', async () => {
    owner = await accounts.add({ state: 'pending' });
    for (let time = 0; time < 12; time += 1) expect(await enter(HOME)).toBe(403);
    await almostStopped();
    await guess();
    expect(await letters()).toEqual([]);
  });

  it('what was guessed is forgotten in time', async () => {
    await guess();
    await passForGuards(server.db, 15 * MINUTE);
    await forgetOldTries(server.db);
    expect(await rows()).toHaveLength(1);
    await passForGuards(server.db, 30 * DAY);
    await forgetOldTries(server.db);
    expect(await rows()).toEqual([]);
  });

  it('forgetting does not wait for who is just trying, nor takes that away', async () => {
    // The embedded database does one thing after the other.
    if (engine === 'PGlite') return;
    await guess();
    const others = await accounts.add();
    await guess(HOME, others.username);
    await passForGuards(server.db, 400 * DAY);
    const [{ email_key: key } = { email_key: '' }] = await rows();
    await server.db.transaction(async (tx) => {
      const its = eq(login_guard.email_key, key);
      await tx.select().from(login_guard).where(its).for('update');
      await forgetOldTries(server.db);
      const kept = await tx.select().from(login_guard);
      expect(kept.map((row) => row.email_key)).toEqual([key, key]);
    });
    await forgetOldTries(server.db);
    expect(await rows()).toEqual([]);
  });
});
