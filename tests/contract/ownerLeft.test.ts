/** Owners who left: what the lists say, and a deactivation that hands open referrals over. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReferralStatus } from '../../contract/staffConstants';
import { account, audit_event, mail, referral, referral_event } from '../../server/db/schema';
import { createHeldReferral } from '../access/callInputs';
import { hashTables } from '../support/databaseState';
import { type EmailFixtures, startEmailFixtures } from '../support/emailFixtures';
import { referralBody, unique } from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';

let desk: EmailFixtures;
let accounts: PreparedAccounts;

beforeAll(async () => {
  desk = await startEmailFixtures();
  accounts = await prepareAccounts(desk.server);
});
afterAll(() => desk.close());

const head = () => desk.head();
const headId = () => desk.fixtures.people.superuser.id;
const addOwner = () => accounts.add({ role: 'SUPERUSER', fullname: unique('Owner') });

/** Files a referral of that status, which the account owns. */
async function file(owner: string, status: ReferralStatus = 'Pending') {
  const body = referralBody(desk.fixtures.sites.own);
  const { _id: id } = await desk.server.callOk('addReferral', { body }, head());
  await desk.server.callOk('assignOwner', { body: { id, owner } }, head());
  if (status !== 'Pending') {
    await desk.server.callOk('updateReferral', { body: { id, status } }, head());
  }
  return id;
}
const show = (id: string) => desk.server.callOk('getReferral', { params: { id } }, head());
const ownerOf = async (id: string) => (await show(id)).owner;
const countOwned = async (id: string) =>
  (await desk.server.callOk('countOwned', { params: { id } }, head())).open;
const deactivate = (id: string) =>
  desk.server.callOk('deactivateAccount', { params: { id } }, head());
const handOver = (id: string, owner: unknown, headers?: Record<string, string>) =>
  desk.server.call('deactivateOwner', { body: { id, owner }, ...(headers && { headers }) }, head());
/** Counts the emails that wait to be sent, to an account or to all. */
const countEmails = (id?: string) =>
  desk.server.db.$count(mail, id === undefined ? undefined : eq(mail.account_id, id));
const stateOf = async (id: string) => {
  const found = await desk.server.callOk('getAccount', { params: { id } }, head());
  return found.state;
};

describe('an owner who left', () => {
  const WAYS = {
    'is deactivated': (id: string) => deactivate(id),
    'is another role': (id: string) =>
      desk.server.db.update(account).set({ role: 'MANAGER' }).where(eq(account.id, id)),
    'is pending again, as after a command': (id: string) =>
      desk.server.db.update(account).set({ state: 'pending' }).where(eq(account.id, id)),
  };

  it.each(Object.entries(WAYS))('%s: rows, record and filter say so', async (_way, leave) => {
    const owner = await addOwner();
    const [open, closed] = [await file(owner.id), await file(owner.id, 'Processed')];
    expect(await ownerOf(open)).not.toHaveProperty('left');
    await leave(owner.id);
    expect(await ownerOf(open)).toMatchObject({ id: owner.id, left: true });
    expect(await ownerOf(closed)).toMatchObject({ id: owner.id, left: true });
    const query = { owner: 'left', size: 100 };
    const { items } = await desk.server.callOk('listWorklist', { body: query }, head());
    const ids = items.map(({ _id }) => _id);
    expect(ids).toContain(open);
    expect(ids).not.toContain(closed);
    expect(items.find(({ _id }) => _id === open)?.owner).toMatchObject({ left: true });
    // Managers see it, too, of the referrals that they see.
    const manager = desk.fixtures.bearer('manager');
    const shown = await desk.server.callOk('getReferral', { params: { id: open } }, manager);
    expect(shown.owner).toEqual({ id: owner.id, fullname: expect.any(String), left: true });
  });

  it('the list of today counts the open ones, for who may assign them', async () => {
    const countLeft = async (headers: string | undefined) =>
      (await desk.server.callOk('listToday', { query: { view: 'mine', size: 1 } }, headers)).left;
    const owner = await addOwner();
    await file(owner.id);
    await file(owner.id);
    await file(owner.id, 'Processed');
    const before = await countLeft(head());
    await deactivate(owner.id);
    expect(await countLeft(head())).toBe(before + 2);
    expect(await countLeft(desk.fixtures.bearer('manager'))).toBe(0);
  });

  it('owns them as before once the account is reactivated', async () => {
    const owner = await addOwner();
    const id = await file(owner.id);
    await deactivate(owner.id);
    const { version } = await show(id);
    await desk.server.callOk('reactivateAccount', { params: { id: owner.id } }, head());
    const found = await show(id);
    expect(found.owner).toMatchObject({ id: owner.id });
    expect(found.owner).not.toHaveProperty('left');
    expect(found.version).toBe(version);
  });

  it('is nobody whose open referrals were all handed over, deleted or closed', async () => {
    const owner = await addOwner();
    const ids = [await file(owner.id), await file(owner.id), await file(owner.id)];
    await deactivate(owner.id);
    await desk.server.callOk('deleteReferral', { body: { id: ids[0] ?? '' } }, head());
    const closing = { id: ids[1] ?? '', status: 'Processed' as const };
    await desk.server.callOk('updateReferral', { body: closing }, head());
    const assigned = { id: ids[2] ?? '', owner: headId() };
    await desk.server.callOk('assignOwner', { body: assigned }, head());
    const { items } = await desk.server.callOk(
      'listWorklist',
      { body: { owner: 'left', size: 100 } },
      head(),
    );
    expect(items.filter(({ _id }) => ids.includes(_id))).toEqual([]);
  });
});

it('the number of open referrals is that of an account, in any state, and in the list of owners', async () => {
  const owner = await addOwner();
  expect(await countOwned(owner.id)).toBe(0);
  const open = [await file(owner.id), await file(owner.id, 'More Info Needed')];
  await file(owner.id, 'Processed');
  await file(owner.id, 'Declined Services');
  const [deleted, held] = [await file(owner.id), await createHeldReferral(desk.fixtures)];
  await desk.server.callOk('deleteReferral', { body: { id: deleted } }, head());
  await desk.server.db.update(referral).set({ owner_id: owner.id }).where(eq(referral.id, held));
  expect(await countOwned(owner.id)).toBe(open.length);
  const owners = await desk.server.callOk('listOwners', {}, head());
  expect(owners.find(({ _id }) => _id === owner.id)?.open).toBe(open.length);
  await deactivate(owner.id);
  expect(await countOwned(owner.id)).toBe(open.length);
});

describe('a deactivation that hands over', () => {
  it('makes another the owner of all open ones, in one change each, and tells them once', async () => {
    const [owner, heir] = [await addOwner(), await addOwner()];
    const open = [await file(owner.id), await file(owner.id, 'More Info Needed')];
    const closed = [await file(owner.id, 'Processed'), await file(owner.id, 'Declined Services')];
    const other = await file(headId());
    const versions = new Map(
      await Promise.all(open.map(async (id) => [id, (await show(id)).version ?? 0] as const)),
    );
    const others = await Promise.all([...closed, other].map(show));
    expect((await handOver(owner.id, heir.id)).status).toBe(200);
    expect(await stateOf(owner.id)).toBe('deactivated');
    for (const id of open) {
      const found = await show(id);
      expect(found.owner).toMatchObject({ id: heir.id });
      expect(found.version).toBe((versions.get(id) ?? 0) + 1);
      const { events } = await desk.server.callOk('getHistory', { params: { id } }, head());
      expect(events[0]).toMatchObject({ kind: 'owner', actor: { id: headId() } });
      const stored = await desk.server.db
        .select()
        .from(referral_event)
        .where(eq(referral_event.referral_id, id))
        .orderBy(sql`at desc`);
      expect(stored[0]?.changes).toEqual([{ field: 'owner', from: owner.id, to: heir.id }]);
    }
    // Closed ones keep the name, and those of others are untouched.
    expect(await Promise.all([...closed, other].map(show))).toEqual(
      others.map((one) =>
        one._id === other ? one : { ...one, owner: { ...one.owner, left: true } },
      ),
    );
    const entries = await desk.server.db
      .select()
      .from(audit_event)
      .where(sql`${audit_event.record_ids} && array[${owner.id}, ${heir.id}]::text[]`)
      .orderBy(audit_event.id);
    const changes = entries.filter(({ action }) => !action.startsWith('get')).slice(-3);
    expect(changes.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['deactivateAccount', 'done'],
      ['assignOwner', 'done'],
      ['assignOwner', 'done'],
    ]);
    expect(new Set(changes.map(({ record_ids }) => record_ids[0]))).toEqual(
      new Set([owner.id, ...open]),
    );
    expect(await countEmails(heir.id)).toBe(1);
  });

  it('releases them: they are unassigned, and nobody gets an email', async () => {
    const owner = await addOwner();
    const [open, closed] = [await file(owner.id), await file(owner.id, 'Processed')];
    const before = await countEmails();
    expect((await handOver(owner.id, null)).status).toBe(200);
    expect(await show(open)).not.toHaveProperty('owner');
    expect(await ownerOf(closed)).toMatchObject({ id: owner.id, left: true });
    expect(await countEmails()).toBe(before);
  });

  it('is refused with its field for somebody who can own none, and nothing is stored', async () => {
    const { people } = desk.fixtures;
    const [owner, gone] = [await addOwner(), await addOwner()];
    await file(owner.id);
    await deactivate(gone.id);
    const pending = await accounts.add({ role: 'SUPERUSER', state: 'pending' });
    const before = await hashTables(desk.server.db);
    for (const to of [
      owner.id,
      gone.id,
      pending.id,
      people.manager.id,
      people.admin.id,
      'nobody',
    ]) {
      const answer = await handOver(owner.id, to);
      expect({ to, status: answer.status, body: answer.body }).toMatchObject({
        to,
        status: 422,
        body: { detail: [{ loc: ['body', 'owner'] }] },
      });
    }
    for (const to of ['', 'x'.repeat(101), 'planted\0', 7, true, [], {}, undefined]) {
      const answer = await handOver(owner.id, to);
      expect({ to, status: answer.status }).toEqual({ to, status: 422 });
      expect(answer.text).not.toContain('planted');
    }
    expect((await handOver(headId(), null)).status).toBe(409);
    expect(await hashTables(desk.server.db)).toEqual(before);
  });

  it('is done once for a repeat with its key, also after the account is back', async () => {
    const [owner, heir] = [await addOwner(), await addOwner()];
    const id = await file(owner.id);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await handOver(owner.id, heir.id, headers)).status).toBe(200);
    await desk.server.callOk('reactivateAccount', { params: { id: owner.id } }, head());
    await desk.server.callOk('assignOwner', { body: { id, owner: owner.id } }, head());
    expect((await handOver(owner.id, heir.id, headers)).status).toBe(200);
    expect(await stateOf(owner.id)).toBe('active');
    expect(await ownerOf(id)).toMatchObject({ id: owner.id });
    expect((await handOver(owner.id, null, headers)).status).toBe(409);
  });
});
