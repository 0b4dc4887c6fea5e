/** Limits per address: exact among many at once; a typo or a fault of ours costs nothing. */
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { limit_window, login_guard } from '../../server/db/schema';
import { forgetEnded } from '../../server/features/limits/repository';
import { countAudit } from '../support/databaseState';
import { ENGINES } from '../support/engines';
import { type Answer, startTestServer, type TestServer } from '../support/testServer';
import { passForLimits } from '../support/windows';
import {
  createWorld,
  referralBody,
  registration,
  SUPERUSER,
  uniqueEmail,
  type World,
} from '../support/world';

/** What a password's check is to fail with. */
const fault = vi.hoisted(() => ({ now: undefined as Error | undefined }));
vi.mock('@node-rs/argon2', async () => {
  const cheap = await import('../support/cheapArgon2');
  const verify: typeof cheap.verify = async (...given) => {
    if (fault.now) throw fault.now;
    return cheap.verify(...given);
  };
  return { ...cheap, verify };
});

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const json = { 'content-type': 'application/json' };
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const times = <T>(count: number, make: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => make(time)));

/** A wrong password, for an e-mail nobody has. */
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

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    world = await createWorld(server);
    return () => server.close();
  });
  beforeEach(async () => {
    await server.db.delete(limit_window);
    await server.db.delete(login_guard);
  });

  const register = (remoteAddress: string, changes: object = {}) =>
    server.raw({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      payload: { ...registration(world), ...changes },
    });
  const addGuest = (remoteAddress: string, site = world.sites.own) =>
    server.raw({
      method: 'POST',
      url: '/api/referral/guest/add',
      remoteAddress,
      payload: referralBody(site),
    });
  const countsOf = async () =>
    (await server.db.select().from(limit_window)).map((row) => row.count);

  it('of 20 who ask for a letter at once, ten get through; the eleventh comes an hour later', async () => {
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
    await passForLimits(server.db, Number(wait));
    expect((await forgot(server, '192.0.2.1')).status).toBe(200);
  });

  it('50 wrong passwords at once count as 50', async () => {
    const answers = await times(50, () => guess(server, '192.0.2.3'));
    expect(new Set(statusesOf(answers))).toEqual(new Set([401]));
    // As guesses, and as refusals.
    expect(await countsOf()).toEqual([50, 50]);
  });

  it('of the refusals of visitors from one network 300 are on record, and each of somebody known', async () => {
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
    expect((await look('192.0.2.30', `Bearer ${world.bearer('referral')}`)).status).toBe(403);
    expect(await countAudit(server.db, 'refused')).toBe(before + 302);
  });

  it('only failed sign-ins count: after a hundred, that address waits', async () => {
    const right = () =>
      server.raw({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '192.0.2.4',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          username: SUPERUSER.email,
          password: SUPERUSER.password,
        }).toString(),
      });
    expect((await right()).status).toBe(200);
    expect(await countsOf()).toEqual([0]);
    for (let round = 0; round < 4; round += 1) {
      const answers = await times(25, () => guess(server, '192.0.2.4'));
      expect(new Set(statusesOf(answers))).toEqual(new Set([401]));
    }
    expect((await guess(server, '192.0.2.4')).status).toBe(429);
    expect((await right()).status).toBe(429);
    await passForLimits(server.db, 15 * MINUTE);
    expect((await right()).status).toBe(200);
  });

  it('a day has 30 registrations, of which a minute has six; what the minute refuses costs nothing of the day', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      const answers = await times(8, () => register('192.0.2.5'));
      expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(6);
      await passForLimits(server.db, MINUTE);
    }
    const refused = await register('192.0.2.5');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * MINUTE);
    // The day's refusal cost nothing of the minute.
    expect((await countsOf()).toSorted((a, b) => a - b)).toEqual([0, 30]);
    await passForLimits(server.db, DAY);
    expect((await register('192.0.2.5')).status).toBe(200);
  });

  it('what is refused for a field costs nothing, also where only the database knows', async () => {
    const answers = await times(3, () => addGuest('192.0.2.6', 'no-such-site'));
    expect(statusesOf(answers)).toEqual([422, 422, 422]);
    expect(await countsOf()).toEqual([0, 0]);
    expect((await register('192.0.2.6', { password: 'password1' })).status).toBe(422);
    expect(await countsOf()).toEqual([0, 0]);
  });

  it('a fault of ours costs nothing, neither the address nor the account', async () => {
    fault.now = new Error('broken');
    onTestFinished(() => void (fault.now = undefined));
    const { username } = world.people.manager;
    expect((await guess(server, '192.0.2.7', username)).status).toBe(500);
    expect(await countsOf()).toEqual([0]);
    const guards = await server.db.select().from(login_guard);
    expect(guards.map(({ failures, consecutive }) => failures + consecutive)).toEqual([0, 0]);
  });

  it('a flood leaves one entry in the audit trail for each window', async () => {
    await times(10, () => forgot(server, '192.0.2.8'));
    const before = await countAudit(server.db, 'refused');
    const flood = await times(25, () => forgot(server, '192.0.2.8'));
    expect(new Set(statusesOf(flood))).toEqual(new Set([429]));
    expect(await countAudit(server.db, 'refused')).toBe(before + 1);
    await passForLimits(server.db, 60 * MINUTE);
    await times(10, () => forgot(server, '192.0.2.8'));
    const second = await countAudit(server.db, 'refused');
    await times(5, () => forgot(server, '192.0.2.8'));
    expect(await countAudit(server.db, 'refused')).toBe(second + 1);
  });

  it('neighbours in one IPv6 network count together, other networks do not', async () => {
    await times(10, (time) => forgot(server, `2001:db8:1:2::${time + 1}`));
    expect((await forgot(server, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await forgot(server, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('no address can be read from what is stored, and what has ended is removed', async () => {
    await forgot(server, '192.0.2.9');
    await guess(server, '192.0.2.10', SUPERUSER.email);
    const stored = JSON.stringify([
      await server.db.select().from(limit_window),
      await server.db.select().from(login_guard),
    ]);
    for (const secret of ['192.0.2', SUPERUSER.email, 'person'])
      expect(stored).not.toContain(secret);
    await passForLimits(server.db, 15 * MINUTE);
    await forgetEnded(server.db);
    expect(await countsOf()).toEqual([1]);
    await passForLimits(server.db, 45 * MINUTE);
    await forgetEnded(server.db);
    expect(await countsOf()).toEqual([]);
  });

  it('a super user who adds many accounts is no flood', async () => {
    const answers = await times(8, () =>
      server.raw({
        method: 'POST',
        url: '/api/auth/register',
        remoteAddress: '192.0.2.11',
        headers: { ...json, authorization: `Bearer ${world.bearer('superuser')}` },
        payload: JSON.stringify(registration(world)),
      }),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  });
});
