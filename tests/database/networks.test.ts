/** A client with many addresses has the allowance of one network, and does not use up that of others. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  account,
  audit_event,
  limit_window,
  login_throttle,
  password_reset,
  referral,
} from '../../server/db/schema';
import { readHead, readEntries } from '../../server/features/audit/readChain';
import { verifyChain } from '../../server/features/audit/chain';
import { reportRefusals } from '../../server/features/limits/plugin';
import { advanceLoginThrottles, advanceRateLimits } from '../support/advanceTime';
import { countAudit } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  registration,
  unique,
} from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { type Answer, startTestServer, type TestServer } from '../support/testServer';

const HOUR = 60 * 60;

/** Requests at the same time: more would wait longer for the database than a request may, on a busy machine. */
const AT_ONCE = 20;
const times = async <T>(count: number, make: (time: number) => Promise<T>) => {
  const made: T[] = [];
  while (made.length < count) {
    const length = Math.min(AT_ONCE, count - made.length);
    made.push(
      ...(await Promise.all(Array.from({ length }, (_, index) => make(made.length + index)))),
    );
  }
  return made;
};
const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Addresses of different narrower networks in one network, by the size of that network. */
const ADDRESSES: Readonly<Record<string, (time: number) => string>> = {
  '/48': (time) => `2001:db8:1:${(time * 256).toString(16)}::1`,
  '/56': (time) => `2001:db8:1:23${time.toString(16).padStart(2, '0')}::1`,
  '/64': (time) => `2001:db8:1:2::${time.toString(16)}`,
  '/128': () => '2001:db8:1:2::1',
  '/24': (time) => `192.0.2.${time}`,
  '/32': () => '192.0.2.1',
};

describe.each(DEFAULT_ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let accounts: PreparedAccounts;
  beforeAll(async () => {
    // Emails can be confirmed; nothing is sent within the test.
    const SMTP_URL = 'smtp://127.0.0.1:9';
    server = await startTestServer({ ...(await settings()), SMTP_URL, ACCOUNT_LIMIT_FACTOR: '1' });
    fixtures = await createFixtures(server);
    accounts = await prepareAccounts(server);
    return () => server.close();
  });
  beforeEach(async () => {
    await server.db.delete(limit_window);
    await server.db.delete(login_throttle);
  });

  const forgot = (from: string, email: string) =>
    server.call('forgotPassword', { body: { email }, from });
  const file = (from: string, changes: object = {}) =>
    server.call('addGuestReferral', {
      body: referralBody(fixtures.sites.own, { first_name: unique('Guest'), ...changes }),
      from,
    });
  const guess = (username: string, from: string, password = 'Wrong-Password-1') =>
    server.call('login', { body: { username, password }, from });

  it.each([
    ['/48', 20],
    ['/56', 15],
    ['/64', 10],
    ['/128', 8],
    ['/24', 20],
    ['/32', 10],
  ] as const)('the addresses of one %s have %i of ten resets together', async (size, allowed) => {
    const answers = await times(30, (time) => forgot(ADDRESSES[size]?.(time) ?? '', 'x@y.example'));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([allowed, 30 - allowed]);
    // One row for each widest network, whatever is counted in it.
    expect(await server.db.$count(limit_window, isNull(limit_window.total))).toBe(1);
    for (const from of ['198.51.100.1', '2001:db8:2::1']) {
      expect((await forgot(from, 'x@y.example')).status).toBe(200);
    }
  });

  it('both spellings of an IPv4 address count as one', async () => {
    const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'];
    const answers = await times(12, (time) => forgot(spellings[time % 3] ?? '', 'x@y.example'));
    expect(countOf(answers, 200)).toBe(10);
  });

  it('a full window starts over for all its networks when it ends', async () => {
    const flood = () => times(20, (time) => forgot(ADDRESSES['/56']?.(time) ?? '', 'x@y.example'));
    expect(countOf(await flood(), 200)).toBe(15);
    await advanceRateLimits(server.db, HOUR);
    expect(countOf(await flood(), 200)).toBe(15);
  });

  it('beyond the hourly total of guest referrals, only those from the networks with the most are held', async () => {
    const isHeld = async (last_name: string) => {
      const rows = await server.db.select().from(referral).where(eq(referral.last_name, last_name));
      return rows[0]?.hold_reason ?? null;
    };
    const hasNotice = async () => {
      const notices = await server.callOk('listNotices', {}, fixtures.bearer('superuser'));
      return notices.some(({ code }) => code === 'guestsHeld');
    };
    // 100 addresses of 20 /24s: 35 referrals each, 700 together.
    const from = (time: number) => `198.18.${time % 20}.${(Math.floor(time / 20) % 5) + 1}`;
    const flood = unique('Flood');
    expect(countOf(await times(600, (time) => file(from(time), { last_name: flood })), 200)).toBe(
      600,
    );
    expect(
      await server.db.$count(
        referral,
        and(eq(referral.last_name, flood), eq(referral.hold_reason, 'flood')),
      ),
    ).toBe(0);
    expect(await hasNotice()).toBe(false);
    await times(100, (time) => file(from(time), { last_name: flood }));
    // Requests at the same time do not see each other.
    const held = await server.db.$count(
      referral,
      and(eq(referral.last_name, flood), eq(referral.hold_reason, 'flood')),
    );
    expect(held).toBeGreaterThanOrEqual(80);
    expect(await hasNotice()).toBe(true);
    // Others file as usual, also several.
    const genuine = unique('Genuine');
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2', '2001:db8:7::1']) {
      expect((await file(address, { last_name: genuine })).status).toBe(200);
    }
    expect(
      await server.db.$count(
        referral,
        and(eq(referral.last_name, genuine), isNull(referral.hold_reason)),
      ),
    ).toBe(4);
    expect(await isHeld(flood)).not.toBeUndefined();
    const more = unique('More');
    await file(from(1), { last_name: more });
    expect(await isHeld(more)).toBe('flood');
    await advanceRateLimits(server.db, HOUR);
    expect(await hasNotice()).toBe(false);
    const later = unique('Later');
    await file(from(1), { last_name: later });
    expect(await isHeld(later)).toBeNull();
  });

  it('beyond the hourly total of emails about registrations, only the networks with the most get none', async () => {
    const registered = async (from: string) => {
      const body = registration(fixtures);
      expect((await server.call('register', { body, from })).status).toBe(200);
      const links = await server.db
        .select({ id: account.id })
        .from(password_reset)
        .innerJoin(account, eq(account.id, password_reset.account_id))
        .where(eq(account.username, body.username));
      return links.length > 0;
    };
    const mailed: boolean[] = [];
    // Seven networks with ten each.
    for (let time = 0; time < 70; time += 1) {
      mailed.push(await registered(`198.18.${time % 7}.${(time % 2) + 1}`));
    }
    expect(mailed.slice(0, 56)).toEqual(Array.from({ length: 56 }, () => true));
    expect(mailed.slice(60)).not.toContain(true);
    expect(await registered('203.0.113.1')).toBe(true);
    expect(await registered('2001:db8:7::1')).toBe(true);
  });

  it('a stranger does not use up the reset links of the owner', async () => {
    const owner = await accounts.add();
    const links = () => server.db.$count(password_reset, eq(password_reset.account_id, owner.id));
    // 5 requests of each /64 of one /56.
    await times(12, (time) => forgot(ADDRESSES['/56']?.(time) ?? '', owner.username));
    expect(await links()).toBe(3);
    for (let time = 0; time < 4; time += 1) await forgot('203.0.113.1', owner.username);
    expect(await links()).toBe(6);
    for (let time = 0; time < 8; time += 1) await forgot(`198.18.${time}.1`, owner.username);
    expect(await links()).toBe(10);
  });

  it('wrong passwords from the networks of one household delay the household, and no other network', async () => {
    const { username } = await accounts.add();
    // As soon as it is admitted, from another /64 each time.
    for (let time = 0; time < 16; time += 1) {
      expect((await guess(username, ADDRESSES['/56']?.(time) ?? '')).status).toBe(401);
      await advanceLoginThrottles(server.db, 30);
    }
    const [row] = await server.db
      .select()
      .from(login_throttle)
      .where(eq(login_throttle.address_key, ''))
      .limit(1);
    expect(row?.failures).toBe(16);
    // The delay of the email in total has passed, the household's of a minute has not.
    expect((await guess(username, ADDRESSES['/56']?.(99) ?? '', PASSWORD)).status).toBe(401);
    expect((await guess(username, '2001:db8:2::1', PASSWORD)).status).toBe(200);
  });

  it('a signed-in owner changes the password while strangers lock the account', async () => {
    const owner = await accounts.add();
    const { access } = await accounts.beginSession(owner);
    const change = (current_password: string) =>
      server.call(
        'changePassword',
        { body: { current_password, new_pass: 'Calm-Orchard-41-Bridges' } },
        access,
      );
    await guess(owner.username, '192.0.2.1');
    await server.db
      .update(login_throttle)
      .set({ consecutive: 100, expires_at: null })
      .where(eq(login_throttle.address_key, ''));
    expect((await guess(owner.username, '203.0.113.1', PASSWORD)).status).toBe(401);
    // Guesses of a stolen session are delayed, too.
    for (let time = 0; time < 9; time += 1)
      expect((await change('Wrong-Password-1')).status).toBe(422);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  it('a session that guesses its password is delayed like a device', async () => {
    const owner = await accounts.add();
    const { access } = await accounts.beginSession(owner);
    const change = (current_password: string) =>
      server.call(
        'changePassword',
        { body: { current_password, new_pass: 'Calm-Orchard-41-Bridges' } },
        access,
      );
    for (let time = 0; time < 10; time += 1) await change('Wrong-Password-1');
    expect((await change(PASSWORD)).status).toBe(422);
    await advanceLoginThrottles(server.db, 30);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  it('300 refusals of an account have an audit entry each, and one entry counts the others', async () => {
    const before = await countAudit(server.db, 'refused');
    const bearer = fixtures.bearer('referral');
    const answers = await times(320, () => server.call('listAccounts', {}, bearer));
    expect(countOf(answers, 403)).toBe(320);
    expect(await countAudit(server.db, 'refused')).toBe(before + 300);
    // The window has not ended.
    await reportRefusals(server.db);
    expect(await countAudit(server.db, 'refused')).toBe(before + 300);
    await advanceRateLimits(server.db, HOUR);
    await times(2, () => reportRefusals(server.db));
    expect(await countAudit(server.db, 'refused')).toBe(before + 301);
    const [last] = await server.db
      .select()
      .from(audit_event)
      .orderBy(desc(audit_event.id))
      .limit(1);
    expect(last).toMatchObject({
      action: 'moreRefusals',
      actor_id: fixtures.people.referral.id,
      refusals: 20,
    });
    expect(await verifyChain(readEntries(server.db), await readHead(server.db))).toMatchObject({
      isIntact: true,
    });
    const list = await server.callOk('listAudit', { query: {} }, fixtures.bearer('superuser'));
    expect((list as { refusals?: number | null }[])[0]?.refusals).toBe(20);
  });

  it('an account files 60 referrals in ten minutes and 400 a day; mistyped ones do not count', async () => {
    const { access } = await accounts.beginSession(await accounts.add());
    const add = (changes: object = {}) =>
      server.call(
        'addReferral',
        { body: referralBody(fixtures.sites.own, { first_name: unique('Filed'), ...changes }) },
        access,
      );
    expect((await add({ dob: 'yesterday' })).status).toBe(422);
    const answers = await times(70, () => add());
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([60, 10]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(9 * 60);
    expect(refused?.body).toEqual({ detail: expect.stringMatching(/^Too many requests/) });
    await advanceRateLimits(server.db, 10 * 60);
    expect((await add()).status).toBe(200);
    await server.db.update(limit_window).set({ count: 400 });
    await advanceRateLimits(server.db, 10 * 60);
    expect((await add()).status).toBe(429);
    // Others are not affected.
    const { access: other } = await accounts.beginSession(await accounts.add());
    expect(
      (await server.call('addReferral', { body: referralBody(fixtures.sites.own) }, other)).status,
    ).toBe(200);
  });

  it('an account may read a thousand times a minute', async () => {
    const { access } = await accounts.beginSession(await accounts.add());
    const read = () => server.call('countReferrals', {}, access);
    const answers: Answer[] = [];
    // However long it takes, it is one minute.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      for (let round = 0; round < 21; round += 1) answers.push(...(await times(50, read)));
    } finally {
      vi.useRealTimers();
    }
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([1_000, 50]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    const { access: other } = await accounts.beginSession(await accounts.add());
    expect((await server.call('countReferrals', {}, other)).status).toBe(200);
  });
});
