/** Who guesses passwords is slowed down and stopped, a device of the owner is not. */
import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { login_guard, mail } from '../../server/db/schema';
import { deleteExpiredThrottles } from '../../server/features/auth/loginThrottleRepository';
import { deviceCookie, newDevice } from '../../server/features/auth/deviceCookie';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import { USUAL_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';
import { passForGuards } from '../support/windows';
import { PASSWORD, signIn, SUPERUSER } from '../support/world';

/** What happens while a password is checked. */
const duringCheck = vi.fn<(password: string) => Promise<void> | void>();

const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const WRONG = 'Wrong-Password-1';
const HOME = '192.0.2.1';
const STRANGERS = '192.0.2.2';
const MINUTE = 60;
/** Only what never comes takes that long. Milliseconds. */
const PATIENCE = { timeout: 60_000, interval: 5 };
const DAY = 24 * 60 * MINUTE;

const times = <T>(count: number, make: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => make(time)));
/** An address for each. */
const address = (time: number) => `198.51.100.${time + 1}`;

describe.each(USUAL_ENGINES)('on $engine', ({ engine, settings }) => {
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
    await server.db.delete(login_guard);
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
  /** The cookie a browser has once somebody has signed in with it. */
  const markOf = async ({ username } = owner, cookie = '') => {
    const answer = await logIn(username, PASSWORD, address(200), cookie);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  /** As many wrong passwords, each from another address, as long as they are weighed. */
  const strangersGuess = async (count: number) => {
    for (let time = 0; time < count; time += 1) {
      await guess(address(time));
      await passForGuards(server.db, 31);
    }
  };
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
      .set({ consecutive: LOCKOUT_AFTER - 1, failures: 0, delayed_until: null })
      .where(eq(login_guard.address_key, ''));

  it('after ten wrong passwords from an address the right one is refused there, ever longer; not on a device of the owner', async () => {
    const mark = await markOf();
    for (let time = 0; time < 10; time += 1) await guess();
    expect(await enter(STRANGERS)).toBe(401);
    expect(await enter(STRANGERS, mark)).toBe(200);
    await passForGuards(server.db, 31);
    expect(await guess()).toMatchObject({ status: 401 });
    await passForGuards(server.db, 31);
    expect(await enter(STRANGERS)).toBe(401);
    await passForGuards(server.db, 30);
    expect(await enter(STRANGERS)).toBe(200);
  });

  it('tries during a delay do not count', async () => {
    for (let time = 0; time < 10; time += 1) await guess();
    const before = await rows();
    for (let time = 0; time < 5; time += 1) await guess();
    expect(await rows()).toEqual(before);
  });

  it('strangers from many addresses delay strangers for half a minute at most, and not a device of the owner', async () => {
    const mark = await markOf();
    await strangersGuess(25);
    await guess(address(25));
    expect(await enter(address(26))).toBe(401);
    expect(await enter(address(26), mark)).toBe(200);
    await passForGuards(server.db, 31);
    expect(await enter(address(26))).toBe(200);
  });

  it('of 50 guesses at once from one address no more are weighed than of 50 in turn', async () => {
    const answers = await times(50, () => guess());
    // The others found no place in the queue, and are not looked at.
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(10);
    expect((await rows()).map(({ failures }) => failures)).toEqual([10, 10]);
    expect(await anywhere()).toMatchObject({ consecutive: 10 });
  });

  it('while one address has 20 sign-ins under way, another address is next', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    duringCheck.mockImplementation((password) => {
      begun.push(password);
      return new Promise((end) => ends.push(end));
    });
    const inTurn = vi.spyOn(server.app.passwords, 'inTurn');
    const flood = times(20, () => guess());
    await vi.waitFor(() => expect(begun).not.toHaveLength(0), PATIENCE);
    const entering = enter(HOME);
    const queued = () => expect(inTurn).toHaveBeenCalledWith(HOME, expect.any(Function));
    await vi.waitFor(queued, PATIENCE);
    const before = begun.length;
    while (!begun.includes(PASSWORD)) {
      const count = begun.length;
      ends.shift()?.();
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(count), PATIENCE);
    }
    expect(begun.indexOf(PASSWORD)).toBeLessThanOrEqual(before + 1);
    duringCheck.mockImplementation(() => undefined);
    for (const end of ends) end();
    expect(await entering).toBe(200);
    await flood;
  });

  it('50 wrong passwords at once on as many devices of the owner count on each alone, and right ones leave nothing of it', async () => {
    const marks = Array.from({ length: 50 }, () =>
      deviceCookie({ headers: {} }, server.app, { username: owner.username, device: newDevice() }),
    );
    const enterAll = (password: string) =>
      times(50, (time) => logIn(owner.username, password, address(time), marks[time]));
    expect(new Set((await enterAll(WRONG)).map(({ status }) => status))).toEqual(new Set([401]));
    expect(await anywhere()).toMatchObject({ failures: 0, consecutive: 0 });
    expect((await rows()).filter(({ consecutive }) => consecutive === 1)).toHaveLength(50);
    expect(new Set((await enterAll(PASSWORD)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await rows()).filter(({ consecutive }) => consecutive === 1)).toEqual([]);
  });

  it('104 wrong passwords from as many addresses stop strangers, and not the browser in which the owner has signed in', async () => {
    const mark = await markOf();
    await strangersGuess(104);
    expect(await anywhere()).toMatchObject({ consecutive: LOCKOUT_AFTER });
    expect(await enter(HOME)).toBe(401);
    expect(await enter(HOME, mark)).toBe(200);
    // That has not let strangers in again.
    expect(await enter(HOME)).toBe(401);
    expect(await letters()).toEqual(['loginStopped']);
  });

  it('a mark of another account, of another device, forged or cut off has no say', async () => {
    const other = await accounts.add();
    const own = await markOf();
    const others = await markOf(other);
    await strangersGuess(1);
    await almostStopped();
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

  it('one browser is known to each account that has signed in there', async () => {
    const other = await accounts.add();
    const both = await markOf(other, await markOf());
    for (const { username } of [owner, other]) {
      for (let time = 0; time < 10; time += 1) await guess(HOME, username);
      expect((await logIn(username, PASSWORD, HOME)).status).toBe(401);
      expect((await logIn(username, PASSWORD, HOME, both)).status).toBe(200);
    }
  });

  it('who has a stolen mark is delayed like anyone, and after a hundred in a row it is worth nothing', async () => {
    const mark = await markOf();
    const guessMarked = (from: string) => logIn(owner.username, WRONG, from, mark);
    await times(12, (time) => guessMarked(address(time)));
    expect(await enter(HOME, mark)).toBe(401);
    // The owner elsewhere notices nothing of it.
    expect(await enter(HOME)).toBe(200);
    await passForGuards(server.db, 15 * MINUTE);
    const devices = () =>
      server.db.select().from(login_guard).where(gt(login_guard.consecutive, 1));
    expect(await devices()).toMatchObject([{ consecutive: 10 }]);
    await server.db
      .update(login_guard)
      .set({ consecutive: LOCKOUT_AFTER - 1 })
      .where(gt(login_guard.consecutive, 1));
    await guessMarked(address(0));
    expect(await devices()).toMatchObject([{ consecutive: LOCKOUT_AFTER, expires_at: null }]);
    // From now on its guesses are a stranger's.
    await guessMarked(address(1));
    expect(await anywhere()).toMatchObject({ consecutive: 1 });
    await almostStopped();
    await guess();
    expect(await enter(HOME, mark)).toBe(401);
    expect(await enter(HOME)).toBe(401);
  });

  it('only who has signed in is marked, and no log line holds a mark', async () => {
    expect((await guess()).headers['set-cookie']).toBeUndefined();
    const pending = await accounts.add({ state: 'pending' });
    const refused = await logIn(pending.username, PASSWORD, HOME);
    expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
    const mark = await markOf();
    await logIn(owner.username, WRONG, HOME, mark);
    for (const part of mark.split(/[~.]/).slice(1)) expect(server.log()).not.toContain(part);
  });

  it('a hundred wrong passwords in a row stop logging in anywhere, the owner hears of it once, and sessions live on', async () => {
    const session = await accounts.beginSession(owner);
    expect(await enter(HOME)).toBe(200);
    await almostStopped();
    expect(await enter(HOME)).toBe(200);
    await almostStopped();
    await times(16, (time) => guess(address(time)));
    expect(await anywhere()).toMatchObject({ consecutive: LOCKOUT_AFTER, expires_at: null });
    expect(await letters()).toEqual(['loginStopped']);
    await passForGuards(server.db, 400 * DAY);
    await deleteExpiredThrottles(server.db);
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
    duringCheck.mockImplementationOnce(look);
    expect(await enter(HOME)).toBe(200);
    expect(await letters()).toEqual([]);
    await almostStopped();
    duringCheck.mockImplementationOnce(look);
    await guess(HOME);
    expect(await letters()).toEqual(['loginStopped']);
    expect(seen).toEqual([['loginStopped'], ['loginStopped']]);
  });

  it('a last try that was none is no reason for a letter', async () => {
    await guess();
    await almostStopped();
    duringCheck.mockImplementationOnce(() => {
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
    await deleteExpiredThrottles(server.db);
    expect(await rows()).toHaveLength(1);
    await passForGuards(server.db, 30 * DAY);
    await deleteExpiredThrottles(server.db);
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
      await deleteExpiredThrottles(server.db);
      const kept = await tx.select().from(login_guard);
      expect(kept.map((row) => row.email_key)).toEqual([key, key]);
    });
    await deleteExpiredThrottles(server.db);
    expect(await rows()).toEqual([]);
  });
});
