/** Logins and refreshes against a concurrent deactivation, reset or sign-out: revoked sessions stay revoked. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit_event } from '../../server/db/schema';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
  type SessionTokens,
} from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type Answer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD, signIn } from '../support/fixtures';

const NEW_PASSWORD = 'Slow-Copper-58-Gardens';

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  let accounts: PreparedAccounts;
  let head: string;

  beforeAll(async () => {
    server = await startTestServer(await settings());
    accounts = await prepareAccounts(server);
    head = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
  });
  afterAll(() => server.close());

  const logIn = ({ username }: PreparedAccount) =>
    server.call('login', { body: { username, password: PASSWORD } });
  const reset = (token: string, new_pass: string) =>
    server.call('resetPassword', { body: { token, new_pass } });
  const deactivate = ({ id }: PreparedAccount) =>
    server.call('deactivateAccount', { params: { id } }, head);
  const reactivate = ({ id }: PreparedAccount) =>
    server.callOk('reactivateAccount', { params: { id } }, head);

  /** Returns the tokens of a response, if it has any. */
  const tokensIn = ({ status, body }: Answer): SessionTokens[] => {
    if (status !== 200) return [];
    const pair = body as { access_token: string; refresh_token: string };
    return [{ access: pair.access_token, refresh: pair.refresh_token }];
  };

  /** Counts the audit entries about a reused refresh token of the account. */
  const countReuse = ({ id }: PreparedAccount) =>
    server.db.$count(
      audit_event,
      and(eq(audit_event.action, 'refreshReuse'), eq(audit_event.actor_id, id)),
    );

  it(`a login during a deactivation leaves no session, even after a reactivation, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const [deactivated, ...logins] = await race(
        round,
        () => deactivate(manager),
        () => logIn(manager),
        () => logIn(manager),
        () => logIn(manager),
      );
      const sessions = logins.flatMap(tokensIn);
      const living = await accounts.countActiveSessions(sessions);
      await reactivate(manager);
      return {
        deactivated: deactivated.status,
        living,
        revived: await accounts.countActiveSessions(sessions),
        failed: logins.filter(({ status }) => ![200, 401, 403].includes(status)).length,
      };
    };
    const nothing = { deactivated: 200, living: 0, revived: 0, failed: 0 };
    expect(await findUnexpectedOutcomes(rounds, play, [nothing])).toEqual({});
  });

  it(`a login with the old password during a reset leaves no session, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const token = await accounts.addResetToken(manager);
      const [changed, ...logins] = await race(
        round,
        () => reset(token, NEW_PASSWORD),
        () => logIn(manager),
        () => logIn(manager),
        () => logIn(manager),
      );
      return {
        reset: changed.status,
        living: await accounts.countActiveSessions(logins.flatMap(tokensIn)),
        failed: logins.filter(({ status }) => ![200, 401].includes(status)).length,
      };
    };
    const nothing = { reset: 200, living: 0, failed: 0 };
    expect(await findUnexpectedOutcomes(rounds, play, [nothing])).toEqual({});
  });

  it(`a session refreshed during a deactivation is dead, even after a reactivation, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const session = await accounts.beginSession(manager);
      const [deactivated, exchanged] = await race(
        round,
        () => deactivate(manager),
        () => server.call('refresh', {}, session.refresh),
      );
      const sessions = [session, ...tokensIn(exchanged)];
      const living = await accounts.countActiveSessions(sessions);
      await reactivate(manager);
      return {
        deactivated: deactivated.status,
        isKnownStatus: [200, 401].includes(exchanged.status),
        living,
        revived: await accounts.countActiveSessions(sessions),
        reuse: await countReuse(manager),
      };
    };
    const dead = { deactivated: 200, isKnownStatus: true, living: 0, revived: 0, reuse: 0 };
    expect(await findUnexpectedOutcomes(rounds, play, [dead])).toEqual({});
  });

  it(`a session refreshed during a sign-out is dead, and no token reuse is recorded, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const session = await accounts.beginSession(manager);
      const [left, ...exchanged] = await race(
        round,
        () => server.call('logout', {}, session.refresh),
        () => server.call('refresh', {}, session.refresh),
        () => server.call('refresh', {}, session.refresh),
      );
      return {
        left: left.status,
        areKnownStatuses: exchanged.every(({ status }) => [200, 401].includes(status)),
        living: await accounts.countActiveSessions([session, ...exchanged.flatMap(tokensIn)]),
        reuse: await countReuse(manager),
      };
    };
    const dead = { left: 200, areKnownStatuses: true, living: 0, reuse: 0 };
    expect(await findUnexpectedOutcomes(rounds, play, [dead])).toEqual({});
  });

  it('a refresh token reused twenty times concurrently ends its session and is recorded once', async () => {
    const manager = await accounts.add();
    const session = await accounts.beginSession(manager);
    const next = await server.callOk('refresh', {}, session.refresh);
    const newest = await server.callOk('refresh', {}, next.refresh_token);
    const again = await Promise.all(
      Array.from({ length: 20 }, () => server.call('refresh', {}, session.refresh)),
    );
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await countReuse(manager)).toBe(1);
    expect((await server.call('refresh', {}, newest.refresh_token)).status).toBe(401);
  });
});
