/** Password resets against concurrent resets and deactivations. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { INVALID_RESET_TOKEN_DETAIL } from '../../contract/constants';
import { mail, password_reset } from '../../server/db/schema';
import { LINK_EMAILS_PER_HOUR } from '../../server/features/auth/mailedLinks';
import { findResetToken } from '../../server/features/auth/mailedLinks';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { signIn } from '../support/fixtures';

/** Nothing listens there: every email stays in the outbox and can be counted. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';

const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const OTHER_PASSWORD = 'Plain-Window-41-Rivers';

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  let accounts: PreparedAccounts;
  let head: string;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: NO_MAIL_SERVER });
    accounts = await prepareAccounts(server);
    head = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
  });
  afterAll(() => server.close());

  const reset = (token: string, new_pass: string) =>
    server.call('resetPassword', { body: { token, new_pass } });
  const deactivate = ({ id }: PreparedAccount) =>
    server.call('deactivateAccount', { params: { id } }, head);
  const reactivate = ({ id }: PreparedAccount) =>
    server.callOk('reactivateAccount', { params: { id } }, head);

  /** Counts the emails that report a changed password. */
  const countChangeEmails = ({ username }: PreparedAccount) =>
    server.db.$count(mail, and(eq(mail.recipient, username), eq(mail.kind, 'passwordChanged')));

  /** Counts the reset links that work now. */
  async function countWorkingLinks({ id }: PreparedAccount): Promise<number> {
    const rows = await server.db
      .select({ tokenHash: password_reset.token_hash })
      .from(password_reset)
      .where(eq(password_reset.account_id, id));
    const found = await Promise.all(
      rows.map(({ tokenHash }) => findResetToken(server.db, tokenHash)),
    );
    return found.filter(Boolean).length;
  }

  it(`only the newest of concurrently requested reset links works, and no more are sent than allowed, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const body = { email: manager.username };
      const from = `192.0.${round}.1`;
      const request = () => server.call('forgotPassword', { body, from });
      const answers = await race(round, request, request, request, request, request);
      return {
        refused: answers.filter(({ status }) => status !== 200).length,
        sent: await server.db.$count(password_reset, eq(password_reset.account_id, manager.id)),
        working: await countWorkingLinks(manager),
      };
    };
    const right = { refused: 0, sent: LINK_EMAILS_PER_HOUR.ofNetwork, working: 1 };
    expect(await findUnexpectedOutcomes(rounds, play, [right])).toEqual({});
  });

  it(`a reset link requested during a deactivation never works, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const body = { email: manager.username };
      const [requested, deactivated] = await race(
        round,
        () => server.call('forgotPassword', { body }),
        () => deactivate(manager),
      );
      await reactivate(manager);
      return {
        statuses: [requested.status, deactivated.status],
        working: await countWorkingLinks(manager),
      };
    };
    const none = { statuses: [200, 200], working: 0 };
    expect(await findUnexpectedOutcomes(rounds, play, [none])).toEqual({});
  });

  it(`one of two concurrent uses of a reset link sets the password, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const token = await accounts.addResetToken(manager);
      const answers = await race(
        round,
        () => reset(token, NEW_PASSWORD),
        () => reset(token, OTHER_PASSWORD),
      );
      const { passwordHash } = await accounts.read(manager);
      const isTheirs = await Promise.all(
        [NEW_PASSWORD, OTHER_PASSWORD].map((password) =>
          server.app.passwords.check(passwordHash, password),
        ),
      );
      return { statuses: answers.map(({ status }) => status), isTheirs };
    };
    const allowed = [
      { statuses: [200, 400], isTheirs: [true, false] },
      { statuses: [400, 200], isTheirs: [false, true] },
    ];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it(`a reset link used while a newer one is requested works or is void, and the newer one works, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const token = await accounts.addResetToken(manager);
      const [used, requested] = await race(
        round,
        () => reset(token, NEW_PASSWORD),
        () => server.call('forgotPassword', { body: { email: manager.username } }),
      );
      const { passwordHash } = await accounts.read(manager);
      return {
        used: used.status,
        requested: requested.status,
        isOld: passwordHash === accounts.passwordHash,
        working: await countWorkingLinks(manager),
        usedAgain: (await reset(token, OTHER_PASSWORD)).status,
      };
    };
    const newest = { requested: 200, working: 1, usedAgain: 400 };
    const allowed = [
      { ...newest, used: 200, isOld: false },
      { ...newest, used: 400, isOld: true },
    ];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it(`a reset during a deactivation leaves the old or the new password and no session, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const manager = await accounts.add();
      const session = await accounts.beginSession(manager);
      const token = await accounts.addResetToken(manager);
      const [changed, deactivated] = await race(
        round,
        () => reset(token, NEW_PASSWORD),
        () => deactivate(manager),
      );
      const { state, passwordHash } = await accounts.read(manager);
      await reactivate(manager);
      return {
        reset: changed.status,
        deactivated: deactivated.status,
        state,
        isNew: await server.app.passwords.check(passwordHash, NEW_PASSWORD),
        isOld: passwordHash === accounts.passwordHash,
        emails: await countChangeEmails(manager),
        living: await accounts.countActiveSessions([session]),
        linkAfterwards: (await reset(token, OTHER_PASSWORD)).status,
      };
    };
    const deactivatedOutcome = {
      deactivated: 200,
      state: 'deactivated' as const,
      living: 0,
      linkAfterwards: 400,
    };
    const allowed = [
      { ...deactivatedOutcome, reset: 200, isNew: true, isOld: false, emails: 1 },
      { ...deactivatedOutcome, reset: 400, isNew: false, isOld: true, emails: 0 },
    ];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it.each([
    ['deactivated', [deactivate]],
    ['deactivated and reactivated', [deactivate, reactivate]],
  ])(
    'sets no password and sends no email for an account that was %s during the hashing',
    async (...row) => {
      const [, changes] = row;
      const manager = await accounts.add();
      const token = await accounts.addResetToken(manager);
      const { passwords } = server.app;
      const { hash } = passwords;
      vi.spyOn(passwords, 'hash').mockImplementationOnce(async (...given) => {
        for (const change of changes) await change(manager);
        return hash(...given);
      });
      expect(await reset(token, NEW_PASSWORD)).toMatchObject({
        status: 400,
        body: { detail: INVALID_RESET_TOKEN_DETAIL },
      });
      expect((await accounts.read(manager)).passwordHash).toBe(accounts.passwordHash);
      expect(await countChangeEmails(manager)).toBe(0);
    },
  );
});
