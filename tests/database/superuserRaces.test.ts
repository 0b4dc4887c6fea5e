/** The last super users deactivate each other: one must remain, or nobody could administer the desk. Others are let in at the same time. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, mail } from '../../server/db/schema';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { PASSWORD, unique, uniqueEmail } from '../support/fixtures';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';

/** Whether a super user is the last one depends on all accounts, so rounds must not overlap. */
const ONE_BY_ONE = { sideBySide: 1 };

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  let accounts: PreparedAccounts;

  beforeAll(async () => {
    server = await startTestServer(await settings());
    accounts = await prepareAccounts(server);
  });
  afterAll(() => server.close());

  const deactivate = ({ id }: PreparedAccount, as: string) =>
    server.call('deactivateAccount', { params: { id } }, as);
  const reactivate = ({ id }: PreparedAccount, as: string) =>
    server.call('reactivateAccount', { params: { id } }, as);

  /** Adds two super users with sessions and deactivates all others. */
  async function addLastTwo() {
    await server.db
      .update(account)
      .set({ state: 'deactivated' })
      .where(and(eq(account.role, 'SUPERUSER'), eq(account.state, 'active')));
    const make = async () => {
      const added = await accounts.add({ role: 'SUPERUSER' });
      return { ...added, ...(await accounts.beginSession(added)) };
    };
    return [await make(), await make()] as const;
  }

  const countSuperusers = () =>
    server.db.$count(account, and(eq(account.role, 'SUPERUSER'), eq(account.state, 'active')));

  it(`one super user remains when the last two deactivate each other concurrently, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const [first, second] = await addLastTwo();
      const answers = await race(
        round,
        () => deactivate(first, second.access),
        () => deactivate(second, first.access),
      );
      const works = await Promise.all(
        [first, second].map(
          async ({ access }) => (await server.call('listManagers', {}, access)).status,
        ),
      );
      return {
        answers: answers.map(({ status }) => (status === 200 ? 'done' : 'refused')).toSorted(),
        works: works.toSorted((a, b) => a - b),
        left: await countSuperusers(),
      };
    };
    const oneLeft = { answers: ['done', 'refused'], works: [200, 401], left: 1 };
    expect(await findUnexpectedOutcomes(rounds, play, [oneLeft], ONE_BY_ONE)).toEqual({});
  });

  it(`a super user remains, whatever is deactivated and reactivated concurrently, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const [first, second] = await addLastTwo();
      const answers = await race(
        round,
        () => deactivate(first, second.access),
        () => deactivate(second, first.access),
        () => reactivate(first, second.access),
      );
      return {
        failed: answers.filter(({ status }) => status >= 500).length,
        isOneLeft: (await countSuperusers()) > 0,
      };
    };
    const right = { failed: 0, isOneLeft: true };
    expect(await findUnexpectedOutcomes(rounds, play, [right], ONE_BY_ONE)).toEqual({});
  });

  it(`super users added and reactivated concurrently are let in, and every other one has an email, ${rounds} times`, async () => {
    const add = (as: string) =>
      server.call(
        'registerSuperuser',
        { body: { fullname: unique('Power'), username: uniqueEmail(), password: PASSWORD } },
        as,
      );
    const play = async (round: number) => {
      const [first, second] = await addLastTwo();
      const others = [await accounts.add({ role: 'SUPERUSER' }), first, second];
      const gone = await accounts.add({ role: 'SUPERUSER', state: 'pending' });
      // Each has an unsent email, which all of these replace.
      await add(first.access);
      const answers = await race(
        round,
        () => add(first.access),
        () => reactivate(gone, second.access),
        () => add(second.access),
      );
      const queued = await server.db
        .select({ id: mail.account_id })
        .from(mail)
        .where(eq(mail.kind, 'superuserActivated'));
      return {
        statuses: answers.map(({ status }) => status),
        told: others.filter(({ id }) => queued.some((email) => email.id === id)).length,
      };
    };
    const right = { statuses: [200, 200, 200], told: 3 };
    expect(await findUnexpectedOutcomes(rounds, play, [right], ONE_BY_ONE)).toEqual({});
  });
});
