/** Rate limits and login throttles are stored in the database: they survive a restart, and servers share them. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/openDatabase';
import { idempotency_record, limit_window, login_throttle } from '../../server/db/schema';
import { consumeAll } from '../../server/features/limits/windows';
import { consumeShare } from '../../server/features/limits/sharedTotals';
import { readSettings } from '../../server/settings/settings';
import { createDatabase } from '../support/engines';
import { makeDataDir } from '../support/serverProcess';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  advanceLoginThrottles,
  advanceRateLimits,
  advanceIdempotencyRecords,
} from '../support/advanceTime';
import { SUPERUSER } from '../support/superuser';
import { createFixtures, referralBody, uniqueEmail } from '../support/fixtures';

const YEAR = 366 * 24 * 60 * 60;
const JWT_SECRET = 'a secret that several processes share';

const times = <T>(count: number, make: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => make(time)));

const forgot = (server: TestServer, remoteAddress: string) =>
  server.raw({
    method: 'POST',
    url: '/api/auth/forgot-password',
    remoteAddress,
    payload: { email: uniqueEmail() },
  });

const logIn = (server: TestServer, password: string, remoteAddress = '192.0.2.2') =>
  server.raw({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: SUPERUSER.email, password }).toString(),
  });

it('rate-limit counts survive a restart', async () => {
  const { dataDir, remove } = makeDataDir();
  onTestFinished(remove);
  const before = await startTestServer({ DATA_DIR: dataDir, DATABASE_URL: '' });
  await times(10, () => forgot(before, '192.0.2.1'));
  await times(10, () => logIn(before, 'Wrong-Password-1'));
  await before.close();
  const after = await startTestServer({ DATA_DIR: dataDir, DATABASE_URL: '' });
  onTestFinished(() => after.close());
  expect((await forgot(after, '192.0.2.1')).status).toBe(429);
  expect((await forgot(after, '192.0.2.2')).status).toBe(200);
  expect((await logIn(after, SUPERUSER.password)).status).toBe(401);
});

it('two servers on one PostgreSQL share the rate-limit counts', async () => {
  const environment = { DATABASE_URL: await createDatabase(), JWT_SECRET };
  const first = await startTestServer(environment);
  const second = await startTestServer(environment);
  onTestFinished(async () => {
    await second.close();
    await first.close();
  });
  const answers = await times(24, (time) => forgot(time % 2 ? first : second, '192.0.2.1'));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
  // Ten wrong passwords, spread over both servers, delay the right one on both.
  await times(10, (time) => logIn(time % 2 ? first : second, 'Wrong-Password-1'));
  for (const server of [first, second]) {
    expect((await logIn(server, SUPERUSER.password)).status).toBe(401);
  }
});

it('a rate-limit count commits asynchronously, unless it is part of a transaction', async () => {
  const DATABASE_URL = await createDatabase();
  const statements: string[] = [];
  const logger = { logQuery: (text: string) => statements.push(text) };
  const { db, close } = await openDatabase(readSettings({ DATABASE_URL, JWT_SECRET }), { logger });
  onTestFinished(close);
  const window = { max: 5, seconds: 60, narrower: {} };
  const total = { name: 'together', max: 5, seconds: 60 };

  expect(await consumeAll(db, [{ ...window, key: 'alone' }])).toBeNull();
  expect(statements.filter((text) => text.includes("'synchronous_commit', 'off'"))).toHaveLength(1);
  expect(await readSynchronousCommit(db)).toBe('on');

  await db.transaction(async (tx) => {
    expect(await consumeShare(tx, total, 'one')).toBe(false);
    expect(await readSynchronousCommit(tx)).toBe('on');
  });
});

it('a starting server deletes expired rate-limit windows, login throttles and idempotency records', async () => {
  const environment = { DATABASE_URL: await createDatabase(), JWT_SECRET };
  const first = await startTestServer(environment);
  onTestFinished(() => first.close());
  const { sites } = await createFixtures(first);
  await forgot(first, '192.0.2.1');
  await logIn(first, 'Wrong-Password-1');
  const keyed = { 'idempotency-key': 'a-key-of-its-own-0001' };
  await first.callOk('addGuestReferral', {
    body: referralBody(sites.own),
    headers: keyed,
  } as never);
  const tables = [limit_window, login_throttle, idempotency_record];
  const countRows = () => Promise.all(tables.map((table) => first.db.$count(table)));
  expect(Math.min(...(await countRows()))).toBeGreaterThan(0);
  await advanceRateLimits(first.db, YEAR);
  await advanceLoginThrottles(first.db, YEAR);
  await advanceIdempotencyRecords(first.db, YEAR);
  const second = await startTestServer(environment);
  // Waits for the jobs that it began at its start.
  await second.close();
  expect(await countRows()).toEqual([0, 0, 0]);
});

async function readSynchronousCommit(db: Database): Promise<string> {
  const answer = await db.execute(sql`show synchronous_commit`);
  const { rows } = z
    .object({ rows: z.tuple([z.object({ synchronous_commit: z.string() })]) })
    .parse(answer);
  return rows[0].synchronous_commit;
}
