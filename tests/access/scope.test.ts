/** Which referrals a manager sees: those of his sites, those he filed, those assigned to him; limited: not those of his sites. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/testServer';
import { createWorld, referralBody, type World } from '../support/world';

let server: TestServer;
let world: World;
/** The kind of referral → its last name. */
let filed: Record<'own' | 'other' | 'created' | 'assigned' | 'deleted', string>;

type Viewer = 'manager' | 'limited' | 'superuser';
const VIEWERS: Viewer[] = ['manager', 'limited', 'superuser'];
const SEES: Record<Viewer, (keyof typeof filed)[]> = {
  manager: ['own', 'created', 'assigned'],
  limited: ['created', 'assigned'],
  superuser: ['own', 'other', 'created', 'assigned'],
};

async function file(viewer: Viewer, caller: Viewer, site: string, name: string): Promise<string> {
  const body = referralBody(site, { last_name: `${name}-for-${viewer}` });
  return (await server.done('addReferral', { body }, world.bearer(caller)))._id;
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { own, other } = world.sites;
  filed = {
    own: 'Own',
    other: 'Other',
    created: 'Created',
    assigned: 'Assigned',
    deleted: 'Deleted',
  };
  for (const viewer of VIEWERS) {
    await file(viewer, 'superuser', own, filed.own);
    await file(viewer, 'superuser', other, filed.other);
    await file(viewer, viewer, other, filed.created);
    const assigned = await file(viewer, 'superuser', other, filed.assigned);
    const assignment = { user_id: world.people[viewer].id, referral_id: assigned };
    await server.done('assignReferral', { body: assignment }, world.bearer('superuser'));
    const deleted = await file(viewer, viewer, own, filed.deleted);
    await server.done('deleteReferral', { body: { id: deleted } }, world.bearer('superuser'));
  }
});
afterAll(() => server.close());

/** What a viewer sees of the referrals made for them, as kinds. */
function kindsOf(viewer: Viewer, items: readonly { last_name: string }[]): string[] {
  return items
    .filter(({ last_name }) => last_name.endsWith(`-for-${viewer}`))
    .map(({ last_name }) => last_name.split('-')[0]?.toLowerCase() ?? '')
    .toSorted();
}

describe.each(VIEWERS)('the referrals of: %s', (viewer) => {
  it('are in the list', async () => {
    const page = await server.done('listReferrals', { query: { size: 100 } }, world.bearer(viewer));
    expect(kindsOf(viewer, page.items)).toEqual(SEES[viewer].toSorted());
  });

  it('are found by a filter, and no others', async () => {
    const query = { name: `-for-${viewer}`, size: 100 };
    const page = await server.done('filterReferrals', { query }, world.bearer(viewer));
    expect(kindsOf(viewer, page.items)).toEqual(SEES[viewer].toSorted());
    expect(page.total).toBe(SEES[viewer].length);
  });

  it('are as many as the count says', async () => {
    const page = await server.done('listReferrals', { query: { size: 100 } }, world.bearer(viewer));
    const { count } = await server.done('countReferrals', {}, world.bearer(viewer));
    expect(count).toBe(page.total);
    expect(count).toBe(page.items.length);
  });
});

describe('a manager', () => {
  it.each(['manager', 'limited'] as const)(
    'finds no other’s referral by any filter: %s',
    async (viewer) => {
      const hidden = `Other-for-${viewer}`;
      const all = await server.done(
        'filterReferrals',
        { query: { name: hidden } },
        world.bearer('superuser'),
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
        const page = await server.done('filterReferrals', { query }, world.bearer(viewer));
        expect(page.items.map((item) => item._id)).not.toContain(target?._id);
      }
    },
  );

  it('stops seeing a referral that is assigned to someone else', async () => {
    const id = await file('limited', 'superuser', world.sites.other, 'Handed');
    const assign = (user_id: string) =>
      server.done(
        'assignReferral',
        { body: { user_id, referral_id: id } },
        world.bearer('superuser'),
      );
    const sees = async () => {
      const query = { name: 'Handed-for-limited' };
      return (await server.done('filterReferrals', { query }, world.bearer('limited'))).total;
    };
    await assign(world.people.limited.id);
    expect(await sees()).toBe(1);
    await assign(world.people.manager.id);
    expect(await sees()).toBe(0);
  });

  it('loses the referrals of a site taken from him, at once', async () => {
    const before = await server.done('countReferrals', {}, world.bearer('manager'));
    const params = { id: world.people.manager.id };
    const head = world.bearer('superuser');
    await server.done('updateAccount', { params, body: { schools: [] } }, head);
    const after = await server.done('countReferrals', {}, world.bearer('manager'));
    expect(after.count).toBeLessThan(before.count);
    const schools = [{ id: world.sites.own, name: '' }];
    await server.done('updateAccount', { params, body: { schools } }, head);
    expect(await server.done('countReferrals', {}, world.bearer('manager'))).toEqual(before);
  });
});

describe('an id that leads nowhere', () => {
  const IDS = ['absent', '00000000-0000-4000-8000-000000000000', '../../etc', "' or 1=1 --", 'é'];

  it.each(IDS)('is answered with 404, in words: %s', async (id) => {
    const head = world.bearer('superuser');
    const answers = await Promise.all([
      server.call('updateReferral', { body: { id, status: 'Processed' } }, head),
      server.call('deleteReferral', { body: { id } }, head),
      server.call('assignReferral', { body: { user_id: id, referral_id: id } }, head),
      server.call('updateSite', { body: { id, name: 'Somewhere' } }, head),
      server.call('deleteSite', { body: { id } }, head),
      server.call('approveAccount', { body: { user_id: id } }, head),
      server.call('updateAccount', { params: { id }, body: {} }, head),
      server.call('deactivateAccount', { params: { id } }, head),
      server.call('reactivateAccount', { params: { id } }, head),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(answer.text).not.toContain(id);
    }
  });

  it('of a deleted referral is answered as if it had never been', async () => {
    const head = world.bearer('superuser');
    const id = await file('superuser', 'superuser', world.sites.own, 'Gone');
    await server.done('deleteReferral', { body: { id } }, head);
    const gone = await server.call('updateReferral', { body: { id, notes: 'x' } }, head);
    const never = await server.call('updateReferral', { body: { id: 'never', notes: 'x' } }, head);
    expect([gone.status, gone.body]).toEqual([never.status, never.body]);
  });
});
