/** The login of a referred person: created by two super users concurrently, or by one while another deletes the referral. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_REFUSALS } from '../../contract/staffConstants';
import { account } from '../../server/db/schema';
import { DEFAULT_ENGINES } from '../support/engines';
import { prepareAccounts } from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD, referralBody, signIn, unique, uniqueEmail } from '../support/fixtures';

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  /** Access tokens of two super users. */
  let one: string;
  let two: string;
  let siteId: string;

  beforeAll(async () => {
    server = await startTestServer(await settings());
    const accounts = await prepareAccounts(server);
    one = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
    const other = await accounts.add({ role: 'SUPERUSER' });
    two = (await accounts.beginSession(other)).access;
    const sites = await server.callOk('listSites', {});
    siteId = sites.find(({ name }) => name === 'Location Not Listed')?._id ?? '';
  });
  afterAll(() => server.close());

  /** Files a referral. Returns its ID and the last name to find it by. */
  async function fileReferral() {
    const body = referralBody(siteId);
    const { _id: id } = await server.callOk('addReferral', { body }, one);
    return { id, name: body.last_name };
  }

  const createLogin = (referral: string, username: string, as: string) => {
    const fullname = unique('Referred');
    const body = { fullname, username, password: PASSWORD, schools: [], referral };
    return server.call('registerReferral', { body }, as);
  };

  /** Returns the states of the logins of a referral. */
  async function loginsOf(referral: string) {
    const rows = await server.db
      .select({ state: account.state })
      .from(account)
      .where(eq(account.referral_id, referral));
    return rows.map(({ state }) => state);
  }

  it(`one of two who create a login concurrently succeeds, and the other gets a conflict, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const { id, name } = await fileReferral();
      const answers = await race(
        round,
        () => createLogin(id, uniqueEmail(), one),
        () => createLogin(id, uniqueEmail(), two),
      );
      const { items } = await server.callOk('filterReferrals', { query: { name } }, one);
      return {
        statuses: answers.map(({ status }) => status).toSorted((a, b) => a - b),
        conflict: answers.find(({ status }) => status !== 200)?.body,
        logins: (await loginsOf(id)).length,
        hasAccount: items.map(({ has_account }) => has_account),
      };
    };
    const conflict = { detail: ACCOUNT_REFUSALS.hasAccount };
    const onlyOne = { statuses: [200, 409], conflict, logins: 1, hasAccount: [true] };
    expect(await findUnexpectedOutcomes(rounds, play, [onlyOne])).toEqual({});
  });

  it(`a login of a referral that is deleted concurrently cannot sign in, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const { id } = await fileReferral();
      const username = uniqueEmail();
      const [created, deleted] = await race(
        round,
        () => createLogin(id, username, one),
        () => server.call('deleteReferral', { body: { id } }, two),
      );
      const login = await server.call('login', { body: { username, password: PASSWORD } });
      return {
        created: created.status,
        deleted: deleted.status,
        logins: await loginsOf(id),
        login: login.status,
      };
    };
    const allowed = [
      { created: 200, deleted: 200, logins: ['deactivated' as const], login: 403 },
      { created: 404, deleted: 200, logins: [], login: 401 },
    ];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  /** Files a referral with a deactivated login. Returns both IDs. */
  async function fileWithLogin() {
    const { id } = await fileReferral();
    expect((await createLogin(id, uniqueEmail(), one)).status).toBe(200);
    const [login] = await server.db
      .update(account)
      .set({ state: 'deactivated' })
      .where(eq(account.referral_id, id))
      .returning({ id: account.id });
    return { id, loginId: login?.id ?? '' };
  }

  const reactivate = (id: string) => server.call('reactivateAccount', { params: { id } }, one);
  const conflict = { detail: ACCOUNT_REFUSALS.referralDeleted };

  it('a login can be reactivated until its referral is deleted', async () => {
    const { id, loginId } = await fileWithLogin();
    expect((await reactivate(loginId)).status).toBe(200);
    await server.callOk('deleteReferral', { body: { id } }, two);
    expect(await reactivate(loginId)).toMatchObject({ status: 409, body: conflict });
    expect(await loginsOf(id)).toEqual(['deactivated']);
  });

  it(`a login that is reactivated while its referral is deleted ends deactivated, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const { id, loginId } = await fileWithLogin();
      const [reactivated, deleted] = await race(
        round,
        () => reactivate(loginId),
        () => server.call('deleteReferral', { body: { id } }, two),
      );
      return { status: reactivated.status, deleted: deleted.status, logins: await loginsOf(id) };
    };
    const logins = ['deactivated' as const];
    const allowed = [200, 409].map((status) => ({ status, deleted: 200, logins }));
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });
});
