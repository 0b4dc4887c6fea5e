/** Each statement of each call fails in turn, from the first to the commit: the call leaves no trace, and then works. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyCallName } from '../../contract/calls';
import { endpoints, extraEndpoints } from '../../contract/calls/endpoints';
import { account, limit_window, referral } from '../../server/db/schema';
import { bearerFor, inputFor, usualCaller } from '../access/callInputs';
import { hashTables, countAudit, queuedMail } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import { DRIVER_MESSAGE, failStatement } from '../support/failingStatements';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, type Fixtures } from '../support/fixtures';

/** Nothing listens there: emails stay in the outbox. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const MOST_STATEMENTS = 60;
/** Read no statement, or send an email at once. */
const LEFT_OUT: ReadonlySet<AnyCallName> = new Set<AnyCallName>([
  'meta',
  'health',
  'live',
  'sendTestEmail',
]);
const names = ([...Object.keys(endpoints), ...Object.keys(extraEndpoints)] as AnyCallName[]).filter(
  (name) => !LEFT_OUT.has(name),
);
/** Calls made without a bearer. */
const WITHOUT_BEARER: ReadonlySet<AnyCallName> = new Set<AnyCallName>([
  'login',
  'register',
  'forgotPassword',
  'resetPassword',
  'addGuestReferral',
]);
const BY_REFRESH_TOKEN: ReadonlySet<AnyCallName> = new Set<AnyCallName>(['refresh', 'logout']);

describe.each(DEFAULT_ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let accounts: PreparedAccounts;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: NO_MAIL_SERVER });
    fixtures = await createFixtures(server);
    accounts = await prepareAccounts(server);
  });
  afterAll(() => server.close());

  async function inputOf(name: AnyCallName): Promise<AnyInput> {
    if (name === 'listAudit') return { query: { page: 1, size: 25 } };
    if (name !== 'releaseReferral') return inputFor(name, fixtures);
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, fixtures.bearer('superuser'));
    await server.db.update(referral).set({ hold_reason: 'flood' }).where(eq(referral.id, _id));
    return { body: { id: _id } };
  }

  async function bearerOf(name: AnyCallName): Promise<string | undefined> {
    if (BY_REFRESH_TOKEN.has(name)) {
      return (await accounts.beginSession(await accounts.add())).refresh;
    }
    return bearerFor(name, fixtures, WITHOUT_BEARER.has(name) ? 'anonymous' : usualCaller(name));
  }

  /**
   * Returns all stored data, except for rate limits, which keep their counts. Wrong passwords are refunded but their row stays, so
   * only their sums are included.
   */
  async function state() {
    const { login_throttle: _throttles, ...tables } = await hashTables(server.db);
    return {
      tables,
      attempts: await readSums(
        server,
        sql`select sum(failures) as a, sum(consecutive) as b from login_throttle`,
      ),
      emails: (await queuedMail(server.db)).toSorted(),
      done: await countAudit(server.db, 'done'),
      refused: await countAudit(server.db, 'refused'),
    };
  }

  /** Each active super user takes statements of its own when another is added. */
  const deactivateAddedSuperusers = () =>
    server.db
      .update(account)
      .set({ state: 'deactivated' })
      .where(and(eq(account.role, 'SUPERUSER'), ne(account.id, fixtures.people.superuser.id)));

  it.each(names)('%s', async (name) => {
    let statements = 0;
    for (let k = 1; k < MOST_STATEMENTS; k += 1) {
      await deactivateAddedSuperusers();
      const input = await inputOf(name);
      const bearer = await bearerOf(name);
      await server.db.delete(limit_window);
      const before = await state();
      const { result, wasReached } = await failStatement(k, () => server.call(name, input, bearer));
      if (!wasReached) {
        expect(result.status).toBe(200);
        break;
      }
      statements = k;
      expect({ k, status: result.status }).toEqual({ k, status: 503 });
      expect(result.body).toEqual({ detail: expect.any(String) });
      expect(result.text).not.toContain(DRIVER_MESSAGE);
      expect({ k, ...(await state()) }).toEqual({ k, ...before });
      const again = await server.call(name, input, bearer);
      expect({ k, again: again.status, text: again.text }).toMatchObject({ k, again: 200 });
    }
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(MOST_STATEMENTS - 1);
    expect(server.log()).not.toContain(DRIVER_MESSAGE);
  });
});

async function readSums({ db }: TestServer, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = z
    .object({ rows: z.array(z.object({ a: z.coerce.number(), b: z.coerce.number() })) })
    .parse(await db.execute(query));
  return rows.flatMap(({ a, b }) => [a, b]);
}
