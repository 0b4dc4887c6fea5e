/** Lifetimes of sessions and of links that set a password, checked just before and just after they end. */
import { and, eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, audit_event, password_reset, session } from '../../server/db/schema';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';
import { unique } from '../support/fixtures';

let server: TestServer;
let accounts: PreparedAccounts;
beforeAll(async () => {
  server = await startTestServer();
  accounts = await prepareAccounts(server);
});
afterAll(() => server.close());

const ago = (time: string) => sql`now() - ${time}::interval`;

/** A manager whose account is years old, so that the session's own age decides. */
async function addOldAccount() {
  const person = await accounts.add();
  await server.db
    .update(account)
    .set({ sessions_valid_from: ago('9 years') })
    .where(eq(account.id, person.id));
  return person;
}

describe('a session', () => {
  it.each([
    ['expires 12 hours after it began', false, '11 hours 59 minutes', '1 minute', true],
    ['expires 12 hours after it began', false, '12 hours', '1 minute', false],
    ['expires 2 hours after its last exchange', false, '3 hours', '1 hour 59 minutes', true],
    ['expires 2 hours after its last exchange', false, '3 hours', '2 hours', false],
    ['expires 30 days after it began if remembered', true, '29 days 23 hours', '1 minute', true],
    ['expires 30 days after it began if remembered', true, '30 days', '1 minute', false],
    [
      'expires 7 days after its last exchange if remembered',
      true,
      '8 days',
      '6 days 23 hours',
      true,
    ],
    ['expires 7 days after its last exchange if remembered', true, '8 days', '7 days', false],
  ])('%s', async (_what, remember, begun, exchanged, lives) => {
    const { access, refresh } = await accounts.beginSession(await addOldAccount());
    await server.db
      .update(session)
      .set({ remember, created_at: ago(begun), rotated_at: ago(exchanged) })
      .where(eq(session.id, String(decodeJwt(access).sid)));
    const statuses = [
      (await server.call('countReferrals', {}, access)).status,
      (await server.call('refresh', {}, refresh)).status,
    ];
    expect(statuses).toEqual(lives ? [200, 200] : [401, 401]);
  });

  it('restarts its idle limit at an exchange', async () => {
    const { access, refresh } = await accounts.beginSession(await addOldAccount());
    const row = eq(session.id, String(decodeJwt(access).sid));
    await server.db
      .update(session)
      .set({ rotated_at: ago('1 hour') })
      .where(row);
    await server.callOk('refresh', {}, refresh);
    const [stored] = await server.db
      .select({ counter: session.counter, isNow: sql`${session.rotated_at} > ${ago('1 minute')}` })
      .from(session)
      .where(row);
    expect(stored).toEqual({ counter: 1, isNow: true });
  });

  it.each([
    ['20 seconds', 200],
    ['30 seconds', 401],
  ])('whose token was exchanged %s ago answers %i to the previous one', async (time, status) => {
    const { access, refresh } = await accounts.beginSession(await addOldAccount());
    await server.callOk('refresh', {}, refresh);
    await server.db
      .update(session)
      .set({ rotated_at: ago(time) })
      .where(eq(session.id, String(decodeJwt(access).sid)));
    expect((await server.call('refresh', {}, refresh)).status).toBe(status);
  });

  it('that is revoked for token reuse is audited once, and one that had already ended is not', async () => {
    const person = await addOldAccount();
    const stolen = await accounts.beginSession(person);
    const next = await server.callOk('refresh', {}, stolen.refresh);
    await server.callOk('refresh', {}, next.refresh_token);
    const left = await accounts.beginSession(person);
    const { refresh_token } = await server.callOk('refresh', {}, left.refresh);
    await server.callOk('logout', {}, refresh_token);
    for (const token of [stolen.refresh, stolen.refresh, left.refresh]) {
      expect((await server.call('refresh', {}, token)).status).toBe(401);
    }
    const entries = and(
      eq(audit_event.action, 'refreshReuse'),
      eq(audit_event.actor_id, person.id),
    );
    expect(await server.db.$count(audit_event, entries)).toBe(1);
  });
});

describe('the Authorization header', () => {
  it('takes several spaces after Bearer, and no other separator', async () => {
    const { access } = await accounts.beginSession(await addOldAccount());
    const statusOf = async (authorization: string) =>
      (await server.raw({ method: 'GET', url: '/api/referral/count', headers: { authorization } }))
        .status;
    expect(await statusOf(`Bearer   ${access}`)).toBe(200);
    expect(await statusOf(`Bearer${access}`)).toBe(401);
    expect(await statusOf(`Bearer ,${access}`)).toBe(401);
  });
});

describe('the link in an email', () => {
  it.each([
    ['reset', 'active', '29 minutes', 200],
    ['reset', 'active', '30 minutes', 400],
    ['confirmEmail', 'pending', '6 days 23 hours', 200],
    ['confirmEmail', 'pending', '7 days', 400],
  ] as const)(
    'for %s, of an account that is %s, at the age of %s',
    async (purpose, state, time, status) => {
      const { id } = await accounts.add({ state, isConfirmed: false });
      const token = unique('a-token-of-a-letter');
      const tokenHash = hashOneTimeToken(token);
      await insertResetToken(server.db, { accountId: id, tokenHash, purpose });
      await server.db
        .update(account)
        .set({ sessions_valid_from: ago('9 years') })
        .where(eq(account.id, id));
      await server.db
        .update(password_reset)
        .set({ created_at: ago(time) })
        .where(eq(password_reset.token_hash, tokenHash));
      const answer = await server.call('checkResetToken', { query: { reset_token: token } });
      expect(answer.status).toBe(status);
    },
  );
});
