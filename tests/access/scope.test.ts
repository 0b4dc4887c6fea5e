/** A manager sees the referrals of their sites, those they filed and those assigned to them; if limited, not those of their sites. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../contract/constants';
import { account, referral } from '../../server/db/schema';
import type { Caller } from '../../server/features/access/caller';
import {
  deleteReferral,
  releaseReferral,
  updateReferral,
} from '../../server/features/referrals/record/changes';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { NotFoundError } from '../../server/http/errors';
import { hashTables } from '../support/databaseState';
import { startTestServer, type TestServer } from '../support/testServer';
import { createHeldReferral } from './callInputs';
import { createFixtures, referralBody, type Fixtures } from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;
/** The kind of referral → the prefix of its last name. */
let filed: Record<'own' | 'other' | 'created' | 'assigned' | 'deleted', string>;

type Viewer = 'manager' | 'limited' | 'superuser';
const VIEWERS: Viewer[] = ['manager', 'limited', 'superuser'];
const SEES: Record<Viewer, (keyof typeof filed)[]> = {
  manager: ['own', 'created', 'assigned'],
  limited: ['created', 'assigned'],
  superuser: ['own', 'other', 'created', 'assigned'],
};

async function fileReferral(
  viewer: Viewer,
  caller: Viewer,
  site: string,
  name: string,
): Promise<string> {
  const body = referralBody(site, { last_name: `${name}-for-${viewer}` });
  return (await server.callOk('addReferral', { body }, fixtures.bearer(caller)))._id;
}

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  const { own, other } = fixtures.sites;
  filed = {
    own: 'Own',
    other: 'Other',
    created: 'Created',
    assigned: 'Assigned',
    deleted: 'Deleted',
  };
  for (const viewer of VIEWERS) {
    await fileReferral(viewer, 'superuser', own, filed.own);
    await fileReferral(viewer, 'superuser', other, filed.other);
    await fileReferral(viewer, viewer, other, filed.created);
    const assigned = await fileReferral(viewer, 'superuser', other, filed.assigned);
    const assignment = { user_id: fixtures.people[viewer].id, referral_id: assigned };
    await server.callOk('assignReferral', { body: assignment }, fixtures.bearer('superuser'));
    const deleted = await fileReferral(viewer, viewer, own, filed.deleted);
    await server.callOk('deleteReferral', { body: { id: deleted } }, fixtures.bearer('superuser'));
  }
});
afterAll(() => server.close());

/** The kinds of the referrals that were created for this viewer. */
function kindsOf(viewer: Viewer, items: readonly { last_name: string }[]): string[] {
  return items
    .filter(({ last_name }) => last_name.endsWith(`-for-${viewer}`))
    .map(({ last_name }) => last_name.split('-')[0]?.toLowerCase() ?? '')
    .toSorted();
}

/** What the super user reads, without the emails of accounts, which the viewer may not read. */
const withoutEmails = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (key === 'username' ? undefined : one)));

describe.each(VIEWERS)('the referrals visible to %s', (viewer) => {
  it('are in the list', async () => {
    const page = await server.callOk(
      'listReferrals',
      { query: { size: 100 } },
      fixtures.bearer(viewer),
    );
    expect(kindsOf(viewer, page.items)).toEqual(SEES[viewer].toSorted());
  });

  it('are exactly those that can be read by their id', async () => {
    const everyone = await server.callOk(
      'listReferrals',
      { query: { size: 100 } },
      fixtures.bearer('superuser'),
    );
    const read = everyone.items.map(async (item) => {
      const input = { params: { id: item._id } };
      const answer = await server.call('getReferral', input, fixtures.bearer(viewer));
      const history = await server.call('getHistory', input, fixtures.bearer(viewer));
      expect(history.status).toBe(answer.status);
      if (answer.status === 200)
        expect(answer.body).toEqual(viewer === 'superuser' ? item : withoutEmails(item));
      else expect(answer).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
      return answer.status === 200 ? [item] : [];
    });
    expect(kindsOf(viewer, (await Promise.all(read)).flat())).toEqual(SEES[viewer].toSorted());
  });

  it('are exactly those a filter finds', async () => {
    const query = { name: `-for-${viewer}`, size: 100 };
    const page = await server.callOk('filterReferrals', { query }, fixtures.bearer(viewer));
    expect(kindsOf(viewer, page.items)).toEqual(SEES[viewer].toSorted());
    expect(page.total).toBe(SEES[viewer].length);
  });

  it('are exactly those of the worklist', async () => {
    const body = { q: `-for-${viewer}`, sort: 'name', size: 100 } as const;
    const page = await server.callOk('listWorklist', { body }, fixtures.bearer(viewer));
    expect(kindsOf(viewer, page.items)).toEqual(SEES[viewer].toSorted());
    expect(page.counts).toMatchObject({ all: SEES[viewer].length, mine: 0 });
  });

  it('match the count', async () => {
    const page = await server.callOk(
      'listReferrals',
      { query: { size: 100 } },
      fixtures.bearer(viewer),
    );
    const { count } = await server.callOk('countReferrals', {}, fixtures.bearer(viewer));
    expect(count).toBe(page.total);
    expect(count).toBe(page.items.length);
  });
});

describe('a token from before the account got another role', () => {
  /** Reads with the token that the viewer had before. */
  async function readAs<Read>(viewer: Viewer, role: Role, read: () => Promise<Read>) {
    const isViewer = eq(account.id, fixtures.people[viewer].id);
    const [before] = await server.db.select().from(account).where(isViewer);
    if (!before) throw new Error(`no ${viewer}`);
    await server.db.update(account).set({ role }).where(isViewer);
    try {
      return await read();
    } finally {
      await server.db.update(account).set({ role: before.role }).where(isViewer);
    }
  }
  const readList = async (viewer: Viewer) => {
    const bearer = fixtures.bearer(viewer);
    const size = 4;
    const first = await server.callOk('listReferrals', { query: { size } }, bearer);
    const pages = await Promise.all(
      Array.from({ length: first.pages - 1 }, (_, index) =>
        server.callOk('listReferrals', { query: { size, page: index + 2 } }, bearer),
      ),
    );
    const { count } = await server.callOk('countReferrals', {}, bearer);
    return { count, items: [first, ...pages].flatMap(({ items }) => items) };
  };

  it('shows a manager who is a super user now everything', async () => {
    const all = await readList('superuser');
    expect(await readAs('manager', 'SUPERUSER', () => readList('manager'))).toEqual(all);
  });

  it('shows a super user who is a manager now their own referrals only', async () => {
    const all = await readList('superuser');
    const own = await readAs('superuser', 'MANAGER', () => readList('superuser'));
    expect(kindsOf('manager', own.items)).toEqual(['assigned', 'other', 'own']);
    expect(kindsOf('manager', all.items)).toEqual(['assigned', 'created', 'other', 'own']);
    expect(own.count).toBe(own.items.length);
  });

  it('shows nothing to an account that may not list', async () => {
    const answers = await readAs('superuser', 'REFERRAL', () =>
      Promise.all(
        (['listReferrals', 'countReferrals'] as const).map((name) =>
          server.call(name, { query: {} }, fixtures.bearer('superuser')),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe('a manager', () => {
  it.each(['manager', 'limited'] as const)(
    'finds no referral out of scope by any filter: %s',
    async (viewer) => {
      const hidden = `Other-for-${viewer}`;
      const all = await server.callOk(
        'filterReferrals',
        { query: { name: hidden } },
        fixtures.bearer('superuser'),
      );
      const target = all.items[0];
      expect(target?.last_name).toBe(hidden);
      for (const query of [
        { name: hidden },
        { contact_number: target?.contact_number },
        { tracking_id: target?.tracking_id },
        { gender: target?.sex },
        { referral_status: target?.status },
      ]) {
        const page = await server.callOk('filterReferrals', { query }, fixtures.bearer(viewer));
        expect(page.items.map((item) => item._id)).not.toContain(target?._id);
      }
    },
  );

  it('stops seeing a referral once it is assigned to someone else', async () => {
    const id = await fileReferral('limited', 'superuser', fixtures.sites.other, 'Handed');
    const assign = (user_id: string) =>
      server.callOk(
        'assignReferral',
        { body: { user_id, referral_id: id } },
        fixtures.bearer('superuser'),
      );
    const sees = async () => {
      const query = { name: 'Handed-for-limited' };
      return (await server.callOk('filterReferrals', { query }, fixtures.bearer('limited'))).total;
    };
    const read = async () =>
      (await server.call('getReferral', { params: { id } }, fixtures.bearer('limited'))).status;
    await assign(fixtures.people.limited.id);
    expect([await sees(), await read()]).toEqual([1, 200]);
    await assign(fixtures.people.manager.id);
    expect([await sees(), await read()]).toEqual([0, 404]);
  });

  it('stops seeing the referrals of a site as soon as it is removed from the account', async () => {
    const id = await fileReferral('superuser', 'superuser', fixtures.sites.own, 'Sited');
    const read = async () =>
      (await server.call('getReferral', { params: { id } }, fixtures.bearer('manager'))).status;
    const before = await server.callOk('countReferrals', {}, fixtures.bearer('manager'));
    expect(await read()).toBe(200);
    const params = { id: fixtures.people.manager.id };
    const superuserToken = fixtures.bearer('superuser');
    await server.callOk('updateAccount', { params, body: { schools: [] } }, superuserToken);
    const after = await server.callOk('countReferrals', {}, fixtures.bearer('manager'));
    expect(after.count).toBeLessThan(before.count);
    expect(await read()).toBe(404);
    const schools = [{ id: fixtures.sites.own, name: '' }];
    await server.callOk('updateAccount', { params, body: { schools } }, superuserToken);
    expect(await server.callOk('countReferrals', {}, fixtures.bearer('manager'))).toEqual(before);
  });
});

it('a referral out of scope cannot be changed, whatever the permissions allow', async () => {
  const { id: accountId, username } = fixtures.people.manager;
  const caller: Caller = {
    sessionId: '',
    accountId,
    username,
    fullname: '',
    role: 'MANAGER',
    siteIds: [fixtures.sites.own],
    isInside: true,
  };
  const unseen = await fileReferral('manager', 'superuser', fixtures.sites.other, 'Unchanged');
  const held = await fileReferral('manager', 'superuser', fixtures.sites.other, 'Held');
  await server.db.update(referral).set({ hold_reason: 'trap' }).where(eq(referral.id, held));
  const before = await hashTables(server.db);
  const rules = followUpRules(server.app.settings);
  const changes = [
    () => updateReferral(server.db, caller, rules, unseen, { notes: 'x' }),
    () => deleteReferral(server.db, caller, unseen),
    () => deleteReferral(server.db, caller, held),
    () => releaseReferral(server.db, caller, rules, held),
  ];
  for (const change of changes) await expect(change()).rejects.toThrow(NotFoundError);
  expect(await hashTables(server.db)).toEqual(before);
  const seen = await fileReferral('manager', 'superuser', fixtures.sites.own, 'Changed');
  expect(await deleteReferral(server.db, caller, seen)).toEqual([seen]);
});

describe('an unknown id', () => {
  const IDS = ['absent', '00000000-0000-4000-8000-000000000000', '../../etc', "' or 1=1 --", 'é'];

  it.each(IDS)('is answered with 404 and a text that does not repeat it: %s', async (id) => {
    const superuserToken = fixtures.bearer('superuser');
    const answers = await Promise.all([
      server.call('updateReferral', { body: { id, status: 'Processed' } }, superuserToken),
      server.call('deleteReferral', { body: { id } }, superuserToken),
      server.call('assignReferral', { body: { user_id: id, referral_id: id } }, superuserToken),
      server.call('updateSite', { body: { id, name: 'Somewhere' } }, superuserToken),
      server.call('deleteSite', { body: { id } }, superuserToken),
      server.call('approveAccount', { body: { user_id: id } }, superuserToken),
      server.call('updateAccount', { params: { id }, body: {} }, superuserToken),
      server.call('deactivateAccount', { params: { id } }, superuserToken),
      server.call('reactivateAccount', { params: { id } }, superuserToken),
      server.call('getReferral', { params: { id } }, superuserToken),
      server.call('getAccount', { params: { id } }, superuserToken),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(answer.text).not.toContain(id);
    }
  });

  it('gets the same response as the id of a referral out of sight', async () => {
    const ids = [
      await fileReferral('manager', 'superuser', fixtures.sites.other, 'Unseen'),
      await createHeldReferral(fixtures),
      '00000000-0000-4000-8000-000000000000',
      'planted\0id',
      'x'.repeat(100),
    ];
    const bearer = fixtures.bearer('manager');
    const answers = ids.map(async (id) => {
      const answer = await server.call('getReferral', { params: { id } }, bearer);
      const { date: _date, ...headers } = answer.headers;
      return { status: answer.status, text: answer.text, headers };
    });
    const [first, ...rest] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    for (const answer of rest) expect(answer).toEqual(first);
  });

  it('gets the same response as the id of a deleted referral', async () => {
    const superuserToken = fixtures.bearer('superuser');
    const id = await fileReferral('superuser', 'superuser', fixtures.sites.own, 'Gone');
    await server.callOk('deleteReferral', { body: { id } }, superuserToken);
    const gone = await server.call('updateReferral', { body: { id, notes: 'x' } }, superuserToken);
    const never = await server.call(
      'updateReferral',
      { body: { id: 'never', notes: 'x' } },
      superuserToken,
    );
    expect([gone.status, gone.body]).toEqual([never.status, never.body]);
  });
});
