/** Two super users change one account concurrently: the changes take effect one after the other, never partially. */
import { and, arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, account_site, audit_event, mail } from '../../server/db/schema';
import { DEFAULT_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';
import { PASSWORD, signIn, unique, uniqueEmail } from '../support/fixtures';

/** Nothing listens there: every email stays in the outbox and can be counted. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  let accounts: PreparedAccounts;
  /** Access tokens of two super users. */
  let one: string;
  let two: string;

  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: NO_MAIL_SERVER });
    accounts = await prepareAccounts(server);
    one = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
    const other = await accounts.add({ role: 'SUPERUSER' });
    two = (await accounts.beginSession(other)).access;
  });
  afterAll(() => server.close());

  const approve = ({ id }: PreparedAccount, as: string) =>
    server.call('approveAccount', { body: { user_id: id } }, as);
  const deactivate = ({ id }: PreparedAccount, as: string) =>
    server.call('deactivateAccount', { params: { id } }, as);
  const reactivate = ({ id }: PreparedAccount, as: string) =>
    server.call('reactivateAccount', { params: { id } }, as);
  const countEmails = ({ username }: PreparedAccount) =>
    server.db.$count(mail, eq(mail.recipient, username));
  const countEntries = ({ id }: PreparedAccount) =>
    server.db.$count(
      audit_event,
      and(
        arrayContains(audit_event.record_ids, [id]),
        eq(audit_event.action, 'approveAccount'),
        eq(audit_event.outcome, 'done'),
      ),
    );

  it(`sends one email and records two audit entries when two approve an account concurrently, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const pending = await accounts.add({ state: 'pending' });
      const [first, second] = await race(
        round,
        () => approve(pending, one),
        () => approve(pending, two),
      );
      return {
        statuses: [first.status, second.status],
        state: (await accounts.read(pending)).state,
        emails: await countEmails(pending),
        entries: await countEntries(pending),
      };
    };
    const once = { statuses: [200, 200], state: 'active' as const, emails: 1, entries: 2 };
    expect(await findUnexpectedOutcomes(rounds, play, [once])).toEqual({});
  });

  it(`leaves an account deactivated when it is approved concurrently, and emails only a successful approval, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const pending = await accounts.add({ state: 'pending' });
      const [approved, deactivated] = await race(
        round,
        () => approve(pending, one),
        () => deactivate(pending, two),
      );
      const { username } = pending;
      const login = await server.call('login', { body: { username, password: PASSWORD } });
      return {
        approved: approved.status,
        deactivated: deactivated.status,
        state: (await accounts.read(pending)).state,
        emails: await countEmails(pending),
        login: login.status === 200 ? 'let in' : login.body,
      };
    };
    const deactivatedOutcome = {
      deactivated: 200,
      state: 'deactivated' as const,
      login: { detail: 'not_approved' },
    };
    const allowed = [
      { ...deactivatedOutcome, approved: 200, emails: 1 },
      { ...deactivatedOutcome, approved: 409, emails: 0 },
    ];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it(`sends one email when an account is approved and reactivated concurrently, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const pending = await accounts.add({ state: 'pending' });
      const [approved, reactivated] = await race(
        round,
        () => approve(pending, one),
        () => reactivate(pending, two),
      );
      return {
        statuses: [approved.status, reactivated.status],
        state: (await accounts.read(pending)).state,
        emails: await countEmails(pending),
      };
    };
    const once = { statuses: [200, 200], state: 'active' as const, emails: 1 };
    expect(await findUnexpectedOutcomes(rounds, play, [once])).toEqual({});
  });

  it(`accepts one of three concurrent registrations of an email address; only super users see the conflict, ${rounds} times`, async () => {
    const [site] = await server.callOk('listSites', {});
    const schools = [{ id: site?._id ?? '', name: '' }];
    const play = async (round: number) => {
      const body = { fullname: 'Thrice', username: uniqueEmail(), password: PASSWORD };
      const asManager = { ...body, role: 'MANAGER' as const, schools };
      const [superuser, manager, visitor] = await race(
        round,
        () => server.call('registerSuperuser', { body }, one),
        () => server.call('register', { body: asManager }, two),
        () => server.call('register', { body: { ...asManager, agree: true } }),
      );
      const stored = await server.db
        .select({ role: account.role, state: account.state })
        .from(account)
        .where(eq(account.username, body.username));
      return {
        superuser: superuser.status,
        manager: manager.status,
        visitor: visitor.status,
        stored,
      };
    };
    const refused = { superuser: 409, manager: 409, visitor: 200 };
    const stored = (role: 'SUPERUSER' | 'MANAGER', state: 'pending' | 'active') => ({
      stored: [{ role, state }],
    });
    const allowed = [
      { ...refused, superuser: 200, ...stored('SUPERUSER', 'active') },
      { ...refused, manager: 200, ...stored('MANAGER', 'active') },
      { ...refused, ...stored('MANAGER', 'pending') },
    ];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it(`stores one of two site sets that are assigned concurrently, ${rounds} times`, async () => {
    const added = await Promise.all(
      [1, 2, 3].map(() => server.callOk('addSite', { body: { name: unique('Raced Site') } }, one)),
    );
    const [left = '', both = '', right = ''] = added.map(({ _id }) => _id);
    const sets = [[left, both].toSorted(), [both, right].toSorted()];
    const play = async (round: number) => {
      const manager = await accounts.add({ siteIds: [round % 2 ? left : right] });
      const update = (ids: string[] = [], as: string) => {
        const schools = ids.map((_id) => ({ _id, name: '' }));
        return server.call('updateAccount', { params: { id: manager.id }, body: { schools } }, as);
      };
      const answers = await race(
        round,
        () => update(sets[0], one),
        () => update(sets[1], two),
      );
      const rows = await server.db
        .select({ site: account_site.site_id })
        .from(account_site)
        .where(eq(account_site.account_id, manager.id));
      return {
        statuses: answers.map(({ status }) => status),
        sites: rows.map(({ site: id }) => id).toSorted(),
      };
    };
    const allowed = sets.map((sites) => ({ statuses: [200, 200], sites }));
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });
});
