/**
 * Corrections of the machine's clock, in either direction (docs/decisions/0058): afterwards no delay, session or link lasts
 * longer than usual.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  account,
  idempotency_record,
  limit_window,
  login_throttle,
  mail,
  password_reset,
  registration_notice,
  session,
} from '../../server/db/schema';
import { claimRegistrationNotice } from '../../server/features/accounts/registrations';
import { insertIfAbsent } from '../../server/features/idempotency/idempotencyRecords';
import { countRefusal, takeRefusals } from '../../server/features/limits/windows';
import {
  claimDueEmails,
  insertEmail,
  scheduleRetry,
} from '../../server/features/mail/queuedEmails';
import { advanceLoginThrottles, moveClock } from '../support/advanceTime';
import { ENGINES } from '../support/engines';
import { createFixtures, PASSWORD, referralBody, signIn } from '../support/fixtures';
import { prepareAccounts } from '../support/preparedAccounts';
import {
  makeTemporaryDataDir,
  post,
  preload,
  requireBuild,
  startWithoutTemplate,
} from '../support/processCalls';
import { SUPERUSER } from '../support/superuser';
import { startTestServer } from '../support/testServer';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NEW_PASSWORD = 'Quiet-Harbor-28-Lanterns';

describe('a server whose clock is corrected while it runs', () => {
  requireBuild();

  it.each([
    ['ahead at the first start', 3 * DAY, 0],
    ['behind at the first start', -3 * HOUR, 0],
    ['right at first, then behind', 0, -3 * HOUR],
  ])('%s lets a new login in at once', async (_name, first, second) => {
    const dataDir = makeTemporaryDataDir();
    const clock = join(makeTemporaryDataDir(), 'ahead');
    const set = (seconds: number) => writeFileSync(clock, String(seconds));
    set(first);
    const environment = { ...preload('movedClock.ts'), CLOCK_AHEAD: clock };
    let server = await startWithoutTemplate(dataDir, environment);
    const logIn = async () => {
      const form = { username: SUPERUSER.email, password: SUPERUSER.password };
      const { status, body } = await post(server, '/auth/login', form);
      return { status, ...(body as { access_token: string; refresh_token: string }) };
    };
    const statusOf = async (path: string, bearer: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${bearer}` };
      return (await fetch(`${server.url}/api${path}`, { method, headers })).status;
    };
    const uses = async ({ access_token, refresh_token }: Awaited<ReturnType<typeof logIn>>) => [
      await statusOf('/referral/count', access_token),
      await statusOf('/auth/refresh', refresh_token, 'POST'),
    ];
    const former = await logIn();
    expect(former.status).toBe(200);
    expect(await uses(former)).toEqual([200, 200]);

    set(second);
    const isSetBack = second < first;
    expect(await uses(await logIn())).toEqual([200, 200]);
    if (isSetBack) expect(await statusOf('/referral/count', former.access_token)).toBe(401);

    await server.stop();
    server = await startWithoutTemplate(dataDir, environment);
    expect(await uses(await logIn())).toEqual([200, 200]);
  });
});

describe.each(ENGINES)('on $engine', ({ settings }) => {
  const start = async () => {
    const server = await startTestServer({ ...(await settings()), SMTP_URL: 'smtp://127.0.0.1:1' });
    onTestFinished(() => server.close());
    const accounts = await prepareAccounts(server);
    const { db, app } = server;
    const use = async ({ access, refresh }: { access: string; refresh: string }) => [
      (await server.call('countReferrals', {}, access)).status,
      (await server.call('refresh', {}, refresh)).status,
    ];
    return { server, db, accounts, use, correct: () => app.correctStoredTimes() };
  };
  const LIVES = [200, 200];
  const ENDED = [401, 401];

  it.each([20, 3 * HOUR, 40 * DAY])(
    'a session that begins after the clock was set back %i seconds lives; one from before ends for good',
    async (step) => {
      const { db, accounts, use, correct } = await start();
      const person = await accounts.add();
      const former = await accounts.beginSession(person);
      await moveClock(db, -step);
      const next = await accounts.beginSession(person);
      expect(await use(next)).toEqual(LIVES);
      const isTolerated = step < 30;
      expect(await use(former)).toEqual(isTolerated ? LIVES : ENDED);
      await correct();
      await moveClock(db, Math.min(step, HOUR));
      const again = await accounts.beginSession(person);
      expect(await use(again)).toEqual(LIVES);
      if (isTolerated) return;
      await moveClock(db, step);
      expect(await use(former)).toEqual(ENDED);
    },
  );

  it('a session that was revoked while the clock was ahead stays revoked, whenever its owner logs in', async () => {
    const { db, accounts, use, correct, server } = await start();
    const person = await accounts.add();
    const stolen = await accounts.beginSession(person);
    const own = await accounts.beginSession(person);
    const body = { current_password: PASSWORD, new_pass: NEW_PASSWORD };
    await server.callOk('changePassword', { body }, own.access);
    await moveClock(db, -3 * HOUR);
    expect(await use(await signIn(server, person.username, NEW_PASSWORD))).toEqual(LIVES);
    expect(await use(stolen)).toEqual(ENDED);
    await moveClock(db, 3 * HOUR - MINUTE);
    expect(await use(stolen)).toEqual(ENDED);
    await correct();
    await moveClock(db, MINUTE);
    expect(await use(stolen)).toEqual(ENDED);
  });

  it('an old refresh token is no race once the clock was set back', async () => {
    const { db, accounts, server } = await start();
    const { refresh } = await accounts.beginSession(await accounts.add());
    const next = await server.callOk('refresh', {}, refresh);
    await db.update(session).set({ created_at: sql`now() - interval '1 hour'` });
    await moveClock(db, -20 * MINUTE);
    expect((await server.call('refresh', {}, refresh)).status).toBe(401);
    expect((await server.call('refresh', {}, next.refresh_token)).status).toBe(401);
  });

  it('a link that is mailed after the clock was set back works at once; one from before ends for good', async () => {
    const { db, accounts, correct, server } = await start();
    const person = await accounts.add();
    const check = async (reset_token: string) =>
      (await server.call('checkResetToken', { query: { reset_token } })).status;
    const former = await accounts.addResetToken(person);
    await moveClock(db, -3 * HOUR);
    const next = await accounts.addResetToken(person);
    expect([await check(former), await check(next)]).toEqual([400, 200]);
    await correct();
    expect([await check(former), await check(next)]).toEqual([400, 200]);
    await moveClock(db, 3 * HOUR);
    expect(await check(former)).toBe(400);
    // They count towards the limit of emails for an hour after the correction, as usual.
    const [row] = await db
      .select({ recent: sql<boolean>`max(created_at) <= now() - interval '2 hours'` })
      .from(password_reset);
    expect(row?.recent).toBe(true);
  });

  it('wrong passwords delay the right one no longer than usual', async () => {
    const { db, accounts, server, correct } = await start();
    for (const isCorrected of [false, true]) {
      const { username } = await accounts.add();
      const from = isCorrected ? '192.0.2.7' : '192.0.2.8';
      const attempt = async (password: string) =>
        (await server.call('login', { body: { username, password }, from })).status;
      await moveClock(db, 3 * HOUR);
      for (let failures = 0; failures < 10; failures += 1) await attempt('Wrong-Password-1');
      await moveClock(db, -3 * HOUR);
      if (isCorrected) {
        await correct();
        await advanceLoginThrottles(db, 15 * MINUTE);
      } else {
        expect(await attempt(PASSWORD)).toBe(401);
        await advanceLoginThrottles(db, 30);
      }
      expect(await attempt(PASSWORD)).toBe(200);
    }
  });

  it('a full rate limit lets requests through again, and counts anew', async () => {
    const { db, server } = await start();
    const forgot = async () => {
      const body = { email: 'nobody@example.org' };
      return (await server.call('forgotPassword', { body, from: '192.0.2.9' })).status;
    };
    for (let count = 0; count < 10; count += 1) expect(await forgot()).toBe(200);
    expect(await forgot()).toBe(429);
    await moveClock(db, -3 * HOUR);
    for (let count = 0; count < 10; count += 1) expect(await forgot()).toBe(200);
    expect(await forgot()).toBe(429);
    const [{ seconds } = { seconds: 0 }] = await db
      .select({ seconds: sql<number>`max(extract(epoch from ends_at - now()))::int` })
      .from(limit_window);
    expect(seconds).toBeLessThanOrEqual(HOUR);
  });

  it('refusals counted in a window of the future are reported, and held referrals are no longer', async () => {
    const { db, server } = await start();
    await countRefusal(db, { key: 'refusals', seconds: 600, accountId: 'a' });
    expect(await takeRefusals(db, 600)).toEqual([]);
    await moveClock(db, -3 * HOUR);
    expect(await takeRefusals(db, 600)).toEqual([{ accountId: 'a', count: 1 }]);

    await db.insert(limit_window).values(
      Array.from({ length: 700 }, (_, index) => ({
        key: `guest ${index}`,
        count: 2,
        total: 'guests',
        ends_at: sql`now() + interval '1 hour'`,
      })),
    );
    const notices = () => server.app.operationalNotices();
    expect(await notices()).toContain('guestsHeld');
    await moveClock(db, -3 * HOUR);
    expect(await notices()).not.toContain('guestsHeld');
  });

  it('emails are sent as soon as usual, and given up no later', async () => {
    const { db, correct } = await start();
    const email = { kind: 'approved' as const, account_id: 'a', recipient: 'a@example.org' };
    const texts = { subject: '', body: '', html: '' };
    const add = (life: number) => insertEmail(db, { ...email, ...texts, life, wait: 30 }, true);
    await add(HOUR);
    await moveClock(db, -3 * HOUR);
    await correct();
    const times = async () => {
      const [row] = await db
        .select({
          due: sql<number>`round(extract(epoch from next_attempt_at - now()))::int`,
          life: sql<number>`round(extract(epoch from expires_at - now()))::int`,
        })
        .from(mail);
      return row;
    };
    const { due = Infinity, life = Infinity } = (await times()) ?? {};
    expect(due).toBeLessThanOrEqual(60);
    expect(life).toBeLessThanOrEqual(HOUR);
    // Tried while the clock was ahead, queued before.
    const [{ id } = { id: '' }] = await db.select().from(mail);
    await scheduleRetry(db, id);
    await db.update(mail).set({
      created_at: sql`now() - interval '1 hour'`,
      next_attempt_at: sql`now() + interval '3 hours'`,
    });
    await correct();
    expect((await times())?.due).toBeLessThanOrEqual(60);
    expect(await claimDueEmails(db, 1)).toEqual([]);
  });

  it('a repeated request is recognized as long as usual', async () => {
    const { db, correct } = await start();
    const record = { payload: 'p', answer: '{}' };
    await insertIfAbsent(db, { ...record, name: 'key', recordId: null, seconds: DAY });
    await insertIfAbsent(db, { ...record, name: 'content', recordId: 'r', seconds: 120 });
    await moveClock(db, -3 * DAY);
    await correct();
    const rows = await db
      .select({
        name: idempotency_record.name,
        left: sql<number>`round(extract(epoch from expires_at - now()) / 60)::int`,
      })
      .from(idempotency_record)
      .orderBy(idempotency_record.name);
    expect(rows).toEqual([
      { name: 'content', left: 2 },
      { name: 'key', left: 24 * 60 },
    ]);
  });

  it('the owner of an email is told of a registration again', async () => {
    const { db, accounts } = await start();
    const { id } = await accounts.add();
    expect(await claimRegistrationNotice(db, id)).toBe(true);
    expect(await claimRegistrationNotice(db, id)).toBe(false);
    await moveClock(db, -3 * DAY);
    expect(await claimRegistrationNotice(db, id)).toBe(true);
    expect(await claimRegistrationNotice(db, id)).toBe(false);
  });

  it('a correction changes nothing that is not ahead of the clock', async () => {
    const { db, accounts, correct, server } = await start();
    const person = await accounts.add();
    await accounts.beginSession(person);
    await accounts.addResetToken(person);
    for (let failures = 0; failures < 12; failures += 1) {
      const body = { username: person.username, password: 'Wrong-Password-1' };
      await server.call('login', { body, from: '192.0.2.10' });
    }
    await claimRegistrationNotice(db, person.id);
    const { sites } = await createFixtures(server);
    const body = referralBody(sites.own);
    await server.call('addGuestReferral', { body, headers: { 'idempotency-key': 'a-key' } });
    const tables = [
      account,
      session,
      password_reset,
      registration_notice,
      idempotency_record,
      limit_window,
    ];
    const all = async () => [
      ...(await Promise.all(tables.map((table) => db.select().from(table)))),
      await db.select().from(login_throttle).orderBy(login_throttle.address_key),
    ];
    const before = await all();
    await correct();
    expect(await all()).toEqual(before);
    expect(before.filter((rows) => rows.length === 0)).toEqual([]);
  });
});
