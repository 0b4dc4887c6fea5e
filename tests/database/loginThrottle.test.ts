/** Throttles and locks out password guessing, but not a known device of the owner. */
import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit_window, login_throttle, mail } from '../../server/db/schema';
import { deleteExpiredThrottles } from '../../server/features/auth/throttleCounters';
import { deviceCookie, createDeviceId } from '../../server/features/auth/deviceCookie';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';
import { advanceLoginThrottles } from '../support/advanceTime';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD, signIn } from '../support/fixtures';

/** Runs while a password is verified. */
const duringCheck = vi.fn<(password: string) => Promise<void> | void>();

const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const WRONG = 'Wrong-Password-1';
const HOME = '192.0.2.1';
const STRANGERS = '203.0.113.2';
const MINUTE = 60;
/** Milliseconds. Generous: only a missing result reaches the timeout. */
const WAIT_OPTIONS = { timeout: 60_000, interval: 5 };
const DAY = 24 * 60 * MINUTE;

const times = <T>(count: number, make: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => make(time)));
/** Returns an address of a network of its own for each index. */
const address = (time: number) => `198.51.${time + 1}.1`;

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
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
    const { passwords } = server.app;
    const { check } = passwords;
    vi.spyOn(passwords, 'check').mockImplementation(async (...given) => {
      await duringCheck(given[1]);
      return check(...given);
    });
    await server.db.delete(login_throttle);
    await server.db.delete(limit_window);
    owner = await accounts.add();
  });
  afterAll(() => server.close());

  const logIn = (username: string, password: string, remoteAddress: string, cookie = '') =>
    server.raw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: new URLSearchParams({ username, password }).toString(),
    });
  const guess = (from = STRANGERS, username = owner.username) => logIn(username, WRONG, from);
  const enter = async (from: string, cookie?: string) =>
    (await logIn(owner.username, PASSWORD, from, cookie)).status;
  /** Signs in. Returns the device cookie that the browser then has. */
  const signInForCookie = async ({ username } = owner, cookie = '') => {
    const answer = await logIn(username, PASSWORD, address(200), cookie);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  /** Sends wrong passwords, each from another address and after the delay, so that every one is admitted. */
  const strangersGuess = async (count: number) => {
    for (let time = 0; time < count; time += 1) {
      await guess(address(time));
      await advanceLoginThrottles(server.db, 31);
    }
  };
  const rows = () => server.db.select().from(login_throttle);
  const findAccountThrottle = async () => (await rows()).find((row) => row.address_key === '');
  const queuedEmails = async () =>
    (await server.db.select().from(mail).where(eq(mail.account_id, owner.id))).map(
      ({ kind }) => kind,
    );
  /** Sets the account to one wrong password before the lockout. */
  const setBeforeLockout = () =>
    server.db
      .update(login_throttle)
      .set({ consecutive: LOCKOUT_AFTER - 1, failures: 0, delayed_until: null })
      .where(eq(login_throttle.address_key, ''));

  it('refuses the right password after ten wrong ones from an address, with growing delays, but not on a device of the owner', async () => {
    const cookie = await signInForCookie();
    for (let time = 0; time < 10; time += 1) await guess();
    expect(await enter(STRANGERS)).toBe(401);
    expect(await enter(STRANGERS, cookie)).toBe(200);
    await advanceLoginThrottles(server.db, 31);
    expect(await guess()).toMatchObject({ status: 401 });
    await advanceLoginThrottles(server.db, 31);
    expect(await enter(STRANGERS)).toBe(401);
    await advanceLoginThrottles(server.db, 30);
    expect(await enter(STRANGERS)).toBe(200);
  });

  it('does not count attempts during a delay', async () => {
    for (let time = 0; time < 10; time += 1) await guess();
    const before = await rows();
    for (let time = 0; time < 5; time += 1) await guess();
    expect(await rows()).toEqual(before);
  });

  it('delays other addresses by half a minute at most after guesses from many addresses, and never a device of the owner', async () => {
    const cookie = await signInForCookie();
    await strangersGuess(25);
    await guess(address(25));
    expect(await enter(address(26))).toBe(401);
    expect(await enter(address(26), cookie)).toBe(200);
    await advanceLoginThrottles(server.db, 31);
    expect(await enter(address(26))).toBe(200);
  });

  it('admits no more of 50 concurrent guesses from one address than of 50 sequential ones', async () => {
    const answers = await times(50, () => guess());
    // The others found the queue full and were not verified.
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(10);
    expect((await rows()).map(({ failures }) => failures)).toEqual([10, 10]);
    expect(await findAccountThrottle()).toMatchObject({ consecutive: 10 });
  });

  it('serves another address next while one address has 20 logins in flight', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    duringCheck.mockImplementation((password) => {
      begun.push(password);
      return new Promise((end) => ends.push(end));
    });
    const inTurn = vi.spyOn(server.app.passwords, 'runQueued');
    const flood = times(20, () => guess());
    await vi.waitFor(() => expect(begun).not.toHaveLength(0), WAIT_OPTIONS);
    const entering = enter(HOME);
    const queued = () =>
      expect(inTurn).toHaveBeenCalledWith(
        expect.arrayContaining([`${HOME}/32`]),
        expect.any(Function),
      );
    await vi.waitFor(queued, WAIT_OPTIONS);
    const before = begun.length;
    while (!begun.includes(PASSWORD)) {
      const count = begun.length;
      ends.shift()?.();
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(count), WAIT_OPTIONS);
    }
    expect(begun.indexOf(PASSWORD)).toBeLessThanOrEqual(before + 1);
    duringCheck.mockImplementation(() => undefined);
    for (const end of ends) end();
    expect(await entering).toBe(200);
    await flood;
  });

  it('counts 50 concurrent wrong passwords on 50 devices of the owner per device, and clears the counts after right ones', async () => {
    const cookies = Array.from({ length: 50 }, () =>
      deviceCookie({ headers: {} }, server.app, {
        username: owner.username,
        deviceId: createDeviceId(),
      }),
    );
    const enterAll = (password: string) =>
      times(50, (time) => logIn(owner.username, password, address(time), cookies[time]));
    expect(new Set((await enterAll(WRONG)).map(({ status }) => status))).toEqual(new Set([401]));
    expect(await findAccountThrottle()).toMatchObject({ failures: 0, consecutive: 0 });
    expect((await rows()).filter(({ consecutive }) => consecutive === 1)).toHaveLength(50);
    expect(new Set((await enterAll(PASSWORD)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await rows()).filter(({ consecutive }) => consecutive === 1)).toEqual([]);
  });

  it('locks out strangers after 104 wrong passwords from as many addresses, but not a browser of the owner', async () => {
    const cookie = await signInForCookie();
    await strangersGuess(104);
    expect(await findAccountThrottle()).toMatchObject({ consecutive: LOCKOUT_AFTER });
    expect(await enter(HOME)).toBe(401);
    expect(await enter(HOME, cookie)).toBe(200);
    // The owner's login does not lift the lockout of strangers.
    expect(await enter(HOME)).toBe(401);
    expect(await queuedEmails()).toEqual(['loginStopped']);
  });

  it('ignores a device cookie of another account or device, forged or truncated', async () => {
    const other = await accounts.add();
    const own = await signInForCookie();
    const others = await signInForCookie(other);
    await strangersGuess(1);
    await setBeforeLockout();
    await guess();
    for (const cookie of [
      others,
      own.slice(0, -1),
      `${own}A`,
      own.replace(/\.[\w-]{4}/, '.AAAA'),
    ]) {
      expect(await enter(HOME, cookie)).toBe(401);
    }
    expect(await enter(HOME, own)).toBe(200);
  });

  it('recognises one browser for each account that has signed in there', async () => {
    const other = await accounts.add();
    const both = await signInForCookie(other, await signInForCookie());
    for (const { username } of [owner, other]) {
      for (let time = 0; time < 10; time += 1) await guess(HOME, username);
      expect((await logIn(username, PASSWORD, HOME)).status).toBe(401);
      expect((await logIn(username, PASSWORD, HOME, both)).status).toBe(200);
    }
  });

  it('delays guesses with a stolen device cookie, and ignores the cookie after a hundred in a row', async () => {
    const cookie = await signInForCookie();
    const guessWithCookie = (from: string) => logIn(owner.username, WRONG, from, cookie);
    await times(12, (time) => guessWithCookie(address(time)));
    expect(await enter(HOME, cookie)).toBe(401);
    // The owner is not affected elsewhere.
    expect(await enter(HOME)).toBe(200);
    await advanceLoginThrottles(server.db, 15 * MINUTE);
    const devices = () =>
      server.db.select().from(login_throttle).where(gt(login_throttle.consecutive, 1));
    expect(await devices()).toMatchObject([{ consecutive: 10 }]);
    await server.db
      .update(login_throttle)
      .set({ consecutive: LOCKOUT_AFTER - 1 })
      .where(gt(login_throttle.consecutive, 1));
    await guessWithCookie(address(0));
    expect(await devices()).toMatchObject([{ consecutive: LOCKOUT_AFTER, expires_at: null }]);
    // From now on, its guesses count as a stranger's.
    await guessWithCookie(address(1));
    expect(await findAccountThrottle()).toMatchObject({ consecutive: 1 });
    await setBeforeLockout();
    await guess();
    expect(await enter(HOME, cookie)).toBe(401);
    expect(await enter(HOME)).toBe(401);
  });

  it('sets a device cookie only after a login, and never logs it', async () => {
    expect((await guess()).headers['set-cookie']).toBeUndefined();
    const pending = await accounts.add({ state: 'pending' });
    const refused = await logIn(pending.username, PASSWORD, HOME);
    expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
    const cookie = await signInForCookie();
    await logIn(owner.username, WRONG, HOME, cookie);
    for (const part of cookie.split(/[~.]/).slice(1)) expect(server.log()).not.toContain(part);
  });

  it('locks out logins from anywhere after a hundred wrong passwords in a row, emails the owner once and keeps sessions', async () => {
    const session = await accounts.beginSession(owner);
    expect(await enter(HOME)).toBe(200);
    await setBeforeLockout();
    expect(await enter(HOME)).toBe(200);
    await setBeforeLockout();
    await times(16, (time) => guess(address(time)));
    expect(await findAccountThrottle()).toMatchObject({
      consecutive: LOCKOUT_AFTER,
      expires_at: null,
    });
    expect(await queuedEmails()).toEqual(['loginStopped']);
    await advanceLoginThrottles(server.db, 400 * DAY);
    await deleteExpiredThrottles(server.db);
    expect(await enter(HOME)).toBe(401);
    expect(await enter(STRANGERS)).toBe(401);
    expect(await queuedEmails()).toEqual(['loginStopped']);
    expect(await accounts.countActiveSessions([session])).toBe(1);
  });

  it('queues the lockout email before it verifies the hundredth password, and withdraws it if the password is right', async () => {
    const seen: string[][] = [];
    const look = async () => void seen.push(await queuedEmails());
    await guess();
    await setBeforeLockout();
    duringCheck.mockImplementationOnce(look);
    expect(await enter(HOME)).toBe(200);
    expect(await queuedEmails()).toEqual([]);
    await setBeforeLockout();
    duringCheck.mockImplementationOnce(look);
    await guess(HOME);
    expect(await queuedEmails()).toEqual(['loginStopped']);
    expect(seen).toEqual([['loginStopped'], ['loginStopped']]);
  });

  it('sends no email if verifying the hundredth password throws', async () => {
    await guess();
    await setBeforeLockout();
    duringCheck.mockImplementationOnce(() => {
      throw new Error('The machine is out of memory');
    });
    expect(await enter(HOME)).toBe(500);
    expect(await queuedEmails()).toEqual([]);
    expect(await enter(HOME)).toBe(200);
  });

  it('lifts the lockout after a password reset by email', async () => {
    await guess();
    await setBeforeLockout();
    await guess(HOME);
    expect(await enter(STRANGERS)).toBe(401);
    const token = await accounts.addResetToken(owner);
    await server.callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    expect((await logIn(owner.username, NEW_PASSWORD, STRANGERS)).status).toBe(200);
  });

  it('lifts the lockout when a super user deactivates and reactivates the account', async () => {
    await guess();
    await setBeforeLockout();
    await guess(HOME);
    await server.callOk('deactivateAccount', { params: { id: owner.id } }, head);
    expect(await enter(HOME)).toBe(401);
    await server.callOk('reactivateAccount', { params: { id: owner.id } }, head);
    expect(await enter(HOME)).toBe(200);
  });

  it('does not count the right password of an unapproved account as a guess', async () => {
    owner = await accounts.add({ state: 'pending' });
    for (let time = 0; time < 12; time += 1) expect(await enter(HOME)).toBe(403);
    await setBeforeLockout();
    await guess();
    expect(await queuedEmails()).toEqual([]);
  });

  it('deletes expired throttles', async () => {
    await guess();
    await advanceLoginThrottles(server.db, 15 * MINUTE);
    await deleteExpiredThrottles(server.db);
    expect(await rows()).toHaveLength(1);
    await advanceLoginThrottles(server.db, 30 * DAY);
    await deleteExpiredThrottles(server.db);
    expect(await rows()).toEqual([]);
  });

  it('deleting expired throttles neither waits for locked rows nor deletes them', async () => {
    // The embedded database serialises transactions.
    if (engine === 'PGlite') return;
    await guess();
    const others = await accounts.add();
    await guess(HOME, others.username);
    await advanceLoginThrottles(server.db, 400 * DAY);
    const [{ email_key: key } = { email_key: '' }] = await rows();
    await server.db.transaction(async (tx) => {
      const its = eq(login_throttle.email_key, key);
      await tx.select().from(login_throttle).where(its).for('update');
      await deleteExpiredThrottles(server.db);
      const kept = await tx.select().from(login_throttle);
      expect(kept.map((row) => row.email_key)).toEqual([key, key]);
    });
    await deleteExpiredThrottles(server.db);
    expect(await rows()).toEqual([]);
  });
});
