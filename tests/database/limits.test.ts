/** Rate limits per address are exact under concurrency. A validation error is not counted, any other attempt is. */
import { isNull } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROBATION_SITE_NAME } from '../../contract/constants';
import { limit_window, login_throttle } from '../../server/db/schema';
import { findWindow, deleteExpiredWindows } from '../../server/features/limits/windows';
import { countAudit } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import { type Answer, startTestServer, type TestServer } from '../support/testServer';
import { advanceRateLimits, setCounted } from '../support/advanceTime';
import { SUPERUSER } from '../support/superuser';
import {
  createFixtures,
  referralBody,
  registration,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const json = { 'content-type': 'application/json' };
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const times = <T>(count: number, make: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => make(time)));

/** Sends a wrong password, by default for an unknown email address. */
const guess = (server: TestServer, remoteAddress: string, username = uniqueEmail()) =>
  server.raw({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password: 'Wrong-Password-1' }).toString(),
  });

const forgot = (server: TestServer, remoteAddress: string) =>
  server.raw({
    method: 'POST',
    url: '/api/auth/forgot-password',
    remoteAddress,
    payload: { email: uniqueEmail() },
  });

describe.each(DEFAULT_ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
    return () => server.close();
  });
  beforeEach(async () => {
    await server.db.delete(limit_window);
    await server.db.delete(login_throttle);
  });

  const register = (remoteAddress: string, changes: object = {}) =>
    server.raw({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      payload: { ...registration(fixtures), ...changes },
    });
  const addGuest = (remoteAddress: string, site: string, changes: object = {}, headers = {}) =>
    server.raw({
      method: 'POST',
      url: '/api/referral/guest/add',
      remoteAddress,
      headers,
      payload: { ...referralBody(site), ...changes },
    });
  /** The counts of the limits; those of hourly totals are left out. */
  const countsOf = async () => {
    const rows = await server.db.select().from(limit_window).where(isNull(limit_window.total));
    return rows.map((row) => row.count).toSorted((a, b) => b - a);
  };

  it('allows ten of 20 concurrent reset requests, and the next one an hour later', async () => {
    const answers = await times(20, () => forgot(server, '192.0.2.1'));
    expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 10 }, () => 429),
    ]);
    const refused = await forgot(server, '192.0.2.1');
    expect(refused.body).toEqual({
      detail: expect.stringMatching(/try again in (60 minutes|1 hour)\.$/),
    });
    const wait = String(refused.headers['retry-after']);
    expect(wait).toMatch(/^\d+$/);
    expect(Number(wait)).toBeGreaterThan(59 * MINUTE);
    expect(Number(wait)).toBeLessThanOrEqual(60 * MINUTE);
    expect((await forgot(server, '192.0.2.2')).status).toBe(200);
    await advanceRateLimits(server.db, Number(wait));
    expect((await forgot(server, '192.0.2.1')).status).toBe(200);
  });

  it('counts those of 80 concurrent logins from one address that found a place in the queue, and not the others', async () => {
    const statuses = statusesOf(await times(80, () => guess(server, '192.0.2.3')));
    const admitted = statuses.filter((status) => status === 401).length;
    expect(statuses.filter((status) => status === 503)).toHaveLength(80 - admitted);
    expect(admitted).toBeGreaterThanOrEqual(1 + 64);
    expect(admitted).toBeLessThan(80);
    // Counted as logins and as refusals.
    expect(await countsOf()).toEqual([admitted, admitted]);
  });

  it('audits 300 refusals of visitors from one network, and every refusal of a signed-in account', async () => {
    const look = (remoteAddress: string, authorization?: string) =>
      server.raw({
        url: '/api/referral/mine',
        remoteAddress,
        ...(authorization && { headers: { authorization } }),
      });
    const before = await countAudit(server.db, 'refused');
    const answers = await times(320, () => look('192.0.2.30'));
    expect(new Set(statusesOf(answers))).toEqual(new Set([401]));
    expect(await countAudit(server.db, 'refused')).toBe(before + 300);
    expect((await look('192.0.2.31')).status).toBe(401);
    expect((await look('192.0.2.30', `Bearer ${fixtures.bearer('referral')}`)).status).toBe(403);
    expect(await countAudit(server.db, 'refused')).toBe(before + 302);
  });

  it.each([
    ['wrong passwords', '192.0.2.4', 401, { ...SUPERUSER, password: 'Wrong-Password-1' }],
    ['right passwords', '192.0.2.40', 200, SUPERUSER],
    ['right passwords of an account that awaits approval', '192.0.2.41', 403, null],
  ])(
    'after a hundred %s, refuses that address whatever it sends next',
    async (_what, from, status, who) => {
      const visitor = registration(fixtures);
      if (!who) await server.call('register', { body: visitor });
      const { email, password } = who ?? { ...visitor, email: visitor.username };
      const logIn = (username = email, typed = password) =>
        server.raw({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress: from,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ username, password: typed }).toString(),
        });
      await server.db.delete(limit_window);
      expect((await logIn()).status).toBe(status);
      await setCounted(server.db, 99);
      expect((await logIn()).status).toBe(status);
      expect((await logIn()).status).toBe(429);
      expect((await logIn(SUPERUSER.email, SUPERUSER.password)).status).toBe(429);
      await advanceRateLimits(server.db, 15 * MINUTE);
      expect((await logIn(SUPERUSER.email, SUPERUSER.password)).status).toBe(200);
    },
  );

  it('allows 30 registrations a day and six a minute, and does not count a refusal by the minute for the day', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      const answers = await times(8, () => register('192.0.2.5'));
      expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(6);
      await advanceRateLimits(server.db, MINUTE);
    }
    const refused = await register('192.0.2.5');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * MINUTE);
    expect(await countsOf()).toEqual([30, 1]);
    await advanceRateLimits(server.db, DAY);
    expect((await register('192.0.2.5')).status).toBe(200);
  });

  it('does not count a validation error, even if the required fields depend on the site', async () => {
    const sites = await server.callOk('listSites', {});
    const probation = sites.find(({ name }) => name === PROBATION_SITE_NAME)?._id ?? '';
    const typos = [{ dob: 'yesterday' }, { site: { value: probation } }, { last_name: ' ' }];
    for (const typo of typos) {
      expect((await addGuest('192.0.2.6', fixtures.sites.own, typo)).status).toBe(422);
    }
    for (const typo of [{ password: 'password1' }, { fullname: '' }, { schools: [] }]) {
      expect((await register('192.0.2.6', typo)).status).toBe(422);
    }
    expect(await countsOf()).toEqual([]);
  });

  it('counts an attempt that is refused after validation', async () => {
    const answers = await times(3, () => addGuest('192.0.2.6', 'no-such-site'));
    expect(statusesOf(answers)).toEqual([422, 422, 422]);
    expect(await countsOf()).toEqual([3, 3]);
    const schools = [{ id: 'no-such-site', name: '' }];
    expect((await register('192.0.2.6', { schools })).status).toBe(422);
    expect(await countsOf()).toEqual([3, 3, 1, 1]);
  });

  it('counts each repeat of a referral as an attempt, with or without an idempotency key', async () => {
    const body = referralBody(fixtures.sites.own);
    const repeat = (headers: object = {}) =>
      addGuest('192.0.2.12', fixtures.sites.own, body, { 'idempotency-key': 'same', ...headers });
    for (let time = 0; time < 29; time += 1) expect((await repeat()).status).toBe(200);
    expect((await repeat({ 'idempotency-key': 'another' })).status).toBe(200);
    expect((await repeat()).status).toBe(429);
  });

  it('counts a server error for the address, not for the account', async () => {
    vi.spyOn(server.app.passwords, 'check').mockRejectedValueOnce(new Error('broken'));
    const { username } = fixtures.people.manager;
    expect((await guess(server, '192.0.2.7', username)).status).toBe(500);
    expect(await countsOf()).toEqual([1]);
    const throttles = await server.db.select().from(login_throttle);
    expect(throttles.map(({ failures, consecutive }) => failures + consecutive)).toEqual([0, 0]);
  });

  it('records one audit entry per window for a flood', async () => {
    await times(10, () => forgot(server, '192.0.2.8'));
    const before = await countAudit(server.db, 'refused');
    const flood = await times(25, () => forgot(server, '192.0.2.8'));
    expect(new Set(statusesOf(flood))).toEqual(new Set([429]));
    expect(await countAudit(server.db, 'refused')).toBe(before + 1);
    await advanceRateLimits(server.db, 60 * MINUTE);
    await times(10, () => forgot(server, '192.0.2.8'));
    const second = await countAudit(server.db, 'refused');
    await times(5, () => forgot(server, '192.0.2.8'));
    expect(await countAudit(server.db, 'refused')).toBe(second + 1);
  });

  it('counts the addresses of one IPv6 network together, and other networks separately', async () => {
    await times(10, (time) => forgot(server, `2001:db8:1:2::${time + 1}`));
    expect((await forgot(server, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await forgot(server, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('stores no readable address, and deletes expired windows', async () => {
    await forgot(server, '192.0.2.9');
    await guess(server, '192.0.2.10', SUPERUSER.email);
    const stored = JSON.stringify([
      await server.db.select().from(limit_window),
      await server.db.select().from(login_throttle),
    ]);
    for (const secret of ['192.0.2', SUPERUSER.email, 'person'])
      expect(stored).not.toContain(secret);
    await advanceRateLimits(server.db, 15 * MINUTE);
    await deleteExpiredWindows(server.db, DAY);
    expect(await countsOf()).toEqual([1]);
    await advanceRateLimits(server.db, 45 * MINUTE);
    await deleteExpiredWindows(server.db, DAY);
    expect(await countsOf()).toEqual([]);
  });

  it('allows an address 30 attempts in 15 minutes to reset a password, and to change one', async () => {
    const bearer = fixtures.bearer('superuser');
    const reset = { token: 'nonsense', new_pass: 'Tin-Harbour-92' };
    const change = { current_password: 'Wrong-Password-1', new_pass: 'Tin-Harbour-92' };
    for (const attempt of [
      () => server.call('resetPassword', { body: reset, from: '192.0.2.12' }),
      // Super users are limited too.
      () => server.call('changePassword', { body: change, from: '192.0.2.12' }, bearer),
    ]) {
      await server.db.delete(limit_window);
      const { status } = await attempt();
      expect(status).not.toBe(429);
      await setCounted(server.db, 29);
      expect((await attempt()).status).toBe(status);
      const refused = await attempt();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * MINUTE);
      await advanceRateLimits(server.db, 15 * MINUTE);
      expect((await attempt()).status).toBe(status);
    }
  });

  it('allows an address 10 test emails in 10 minutes', async () => {
    const bearer = fixtures.bearer('superuser');
    const attempt = () => server.call('sendTestEmail', { from: '192.0.2.13' }, bearer);
    await server.db.delete(limit_window);
    expect((await attempt()).status).toBe(200);
    await setCounted(server.db, 9);
    expect((await attempt()).status).toBe(200);
    expect((await attempt()).status).toBe(429);
    await advanceRateLimits(server.db, 10 * MINUTE);
    expect((await attempt()).status).toBe(200);
  });

  it('reports a window that ended before the query as one second long and already audited', async () => {
    expect(await findWindow(server.db, 'none')).toEqual({ seconds: 1, isAudited: true });
  });

  it('limits every other public call of a super user like that of a visitor', async () => {
    const bearer = fixtures.bearer('superuser');
    const email = uniqueEmail();
    const answers = await times(12, () =>
      server.call('forgotPassword', { body: { email }, from: '192.0.2.13' }, bearer),
    );
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(2);
  });

  it('does not limit a super user who adds many accounts', async () => {
    const answers = await times(8, () =>
      server.raw({
        method: 'POST',
        url: '/api/auth/register',
        remoteAddress: '192.0.2.11',
        headers: { ...json, authorization: `Bearer ${fixtures.bearer('superuser')}` },
        payload: JSON.stringify(registration(fixtures)),
      }),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  });
});
