/** What two super users do to one account at the same moment: one of them first, never half of both. */
import { and, arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, account_site, audit_event, mail } from '../../server/db/schema';
import { USUAL_ENGINES } from '../support/engines';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { oddEndings, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import { PASSWORD, signIn, SUPERUSER, unique, uniqueEmail } from '../support/world';

/** Nobody answers there: every letter stays in the outbox, to be counted. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';

describe.each(USUAL_ENGINES)('on $engine', ({ engine, settings }) => {
  const rounds = ROUNDS[engine];
  let server: TestServer;
  let accounts: PreparedAccounts;
  /** Two super users, each with a session. */
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
  const lettersTo = ({ username }: PreparedAccount) =>
    server.db.$count(mail, eq(mail.recipient, username));
  const entriesOn = ({ id }: PreparedAccount) =>
    server.db.$count(
      audit_event,
      and(
        arrayContains(audit_event.record_ids, [id]),
        eq(audit_event.action, 'approveAccount'),
        eq(audit_event.outcome, 'done'),
      ),
    );

  it(`approved by two at once, an account gets one letter, and each of the two an entry, ${rounds} times`, async () => {
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
        letters: await lettersTo(pending),
        entries: await entriesOn(pending),
      };
    };
    const once = { statuses: [200, 200], state: 'active' as const, letters: 1, entries: 2 };
    expect(await oddEndings(rounds, play, [once])).toEqual({});
  });

  it(`approved and deactivated at once, an account ends shut out, and was told of an approval only if there was one, ${rounds} times`, async () => {
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
        letters: await lettersTo(pending),
        login: login.status === 200 ? 'let in' : login.body,
      };
    };
    const shutOut = {
      deactivated: 200,
      state: 'deactivated' as const,
      login: { detail: 'not_approved' },
    };
    const allowed = [
      { ...shutOut, approved: 200, letters: 1 },
      { ...shutOut, approved: 409, letters: 0 },
    ];
    expect(await oddEndings(rounds, play, allowed)).toEqual({});
  });

  it(`let in by two in two ways at once, an account gets one letter, ${rounds} times`, async () => {
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
        letters: await lettersTo(pending),
      };
    };
    const once = { statuses: [200, 200], state: 'active' as const, letters: 1 };
    expect(await oddEndings(rounds, play, [once])).toEqual({});
  });

  it(`of three who take one e-mail at once, one gets it, and only super users are told, ${rounds} times`, async () => {
    const [site] = await server.done('listSites', {});
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
    expect(await oddEndings(rounds, play, allowed)).toEqual({});
  });

  it(`an account given two sets of sites at once has one of them, ${rounds} times`, async () => {
    const added = await Promise.all(
      [1, 2, 3].map(() => server.done('addSite', { body: { name: unique('Raced Site') } }, one)),
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
    expect(await oddEndings(rounds, play, allowed)).toEqual({});
  });
});
