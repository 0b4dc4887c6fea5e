/** A deactivation hands over thousands of open referrals in one transaction. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit_event, referral, referral_event } from '../../server/db/schema';
import { ENGINES } from '../support/engines';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

/** More than two statements change. */
const MANY = 2_300;

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let accounts: PreparedAccounts;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
    accounts = await prepareAccounts(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  const addOwner = () => accounts.add({ role: 'SUPERUSER' });
  const countOwned = async (id: string) =>
    (await server.callOk('countOwned', { params: { id } }, head())).open;

  async function fileMany(owner: string) {
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, head());
    await server.db.execute(sql`
      insert into referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex,
        dob, status, owner_id)
      select gen_random_uuid(), 'T-' || n, site_id, substance, first_name, last_name, contact_number, contact_digits, sex,
        dob, case when n % 2 = 0 then 'More Info Needed' else 'Pending' end, ${owner}
      from referral, generate_series(1, ${MANY}) n where referral.id = ${_id}`);
  }

  it('changes all, each with its event and its audit entry', async () => {
    const [owner, heir] = [await addOwner(), await addOwner()];
    await fileMany(owner.id);
    const entriesBefore = await server.db.$count(audit_event);
    expect(await countOwned(owner.id)).toBe(MANY);
    await server.callOk('deactivateOwner', { body: { id: owner.id, owner: heir.id } }, head());
    expect(await countOwned(owner.id)).toBe(0);
    expect(await countOwned(heir.id)).toBe(MANY);
    expect((await server.db.$count(audit_event)) - entriesBefore).toBe(MANY + 1);
    const rows = await server.db
      .select({ version: referral.version, changes: referral_event.changes })
      .from(referral)
      .innerJoin(referral_event, eq(referral_event.referral_id, referral.id))
      .where(eq(referral.owner_id, heir.id));
    expect(rows).toHaveLength(MANY);
    const [row] = rows;
    expect(row).toEqual({
      version: 2,
      changes: [{ field: 'owner', from: owner.id, to: heir.id }],
    });
    expect(new Set(rows.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('leaves everything as it was if the account cannot be deactivated', async () => {
    const owner = await addOwner();
    const body = referralBody(fixtures.sites.own);
    const { _id: id } = await server.callOk('addReferral', { body }, head());
    await server.callOk('assignOwner', { body: { id, owner: owner.id } }, head());
    const access = (await accounts.beginSession(owner)).access;
    // Their own account: they may not deactivate it.
    const own = { body: { id: owner.id, owner: fixtures.people.superuser.id } };
    expect((await server.call('deactivateOwner', own, access)).status).toBe(409);
    expect(await countOwned(owner.id)).toBe(1);
  });

  it('and changes by the account itself, at the same time, do not wait for each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [owner, heir] = [await addOwner(), await addOwner()];
      const { access } = await accounts.beginSession(owner);
      const ids: string[] = [];
      for (let made = 0; made < 4; made += 1) {
        const body = referralBody(fixtures.sites.own);
        const { _id: id } = await server.callOk('addReferral', { body }, access);
        await server.callOk('assignOwner', { body: { id, owner: owner.id } }, head());
        ids.push(id);
      }
      const note = (id: string) =>
        server.call('addNote', { body: { id, text: 'Called.' } }, access);
      const close = (id: string) =>
        server.call('updateReferral', { body: { id, status: 'Processed' } }, access);
      const [handed, ...others] = await Promise.all([
        server.call('deactivateOwner', { body: { id: owner.id, owner: heir.id } }, head()),
        ...ids.map((id, index) => (index % 2 === 0 ? note(id) : close(id))),
      ]);
      expect(handed.status).toBe(200);
      // Before it, or refused as the session has ended.
      for (const { status } of others) expect([200, 401]).toContain(status);
      const { items } = await server.callOk(
        'listWorklist',
        { body: { owner: owner.id, size: 100 } },
        head(),
      );
      expect(items.every(({ status }) => status === 'Processed')).toBe(true);
    }
  });
});
