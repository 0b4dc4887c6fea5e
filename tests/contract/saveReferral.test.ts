/** One call saves what is set in a referral's dialog: all of it or nothing, with the history and trail of the single calls. */
import { asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit_event, mail, referral } from '../../server/db/schema';
import { countAudit, hashTables } from '../support/databaseState';
import { type EmailFixtures, startEmailFixtures } from '../support/emailFixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { referralBody, unique } from '../support/fixtures';

let desk: EmailFixtures;
let accounts: PreparedAccounts;

beforeAll(async () => {
  desk = await startEmailFixtures();
  accounts = await prepareAccounts(desk.server);
});
afterAll(() => desk.close());

const head = () => desk.fixtures.people.superuser;
const manager = () => desk.fixtures.people.manager;
const addOwner = () => accounts.add({ role: 'SUPERUSER', fullname: unique('Owner') });

async function file(): Promise<string> {
  const body = referralBody(desk.fixtures.sites.own);
  return (await desk.server.callOk('addReferral', { body }, desk.head()))._id;
}
const save = (body: object, headers: Record<string, string> = {}) =>
  desk.server.call('saveReferral', { body, headers }, desk.head());
const show = (id: string) => desk.server.callOk('getReferral', { params: { id } }, desk.head());
const readEvents = async (id: string) =>
  (await desk.server.callOk('getHistory', { params: { id } }, desk.head())).events;
const everything = async (id: string) => ({
  id,
  status: 'Processed',
  notes: 'Call after 3',
  referred_by: manager().id,
  owner: (await addOwner()).id,
  note: 'Reached the mother',
});

async function entriesOf(run: () => Promise<unknown>) {
  const { db } = desk.server;
  const all = await db
    .select({ id: audit_event.id })
    .from(audit_event)
    .orderBy(asc(audit_event.id));
  await run();
  const added = await db
    .select()
    .from(audit_event)
    .where(gt(audit_event.id, all.at(-1)?.id ?? 0))
    .orderBy(asc(audit_event.id));
  return added.map(({ action, outcome, record_ids }) => ({ action, outcome, record_ids }));
}

describe('saving a referral', () => {
  it('sets all fields and adds the note, in one version', async () => {
    const id = await file();
    const change = await everything(id);
    const answer = await save(change, { 'if-match': '"1"' });
    expect(answer).toMatchObject({ status: 200, body: { detail: 'ok' } });
    expect(await show(id)).toMatchObject({
      version: 2,
      status: 'Processed',
      notes: 'Call after 3',
      owner: { id: change.owner },
      user_info: { id: manager().id },
    });
    const events = await readEvents(id);
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'intakeNote',
      'note',
      'owner',
      'received',
      'referrer',
      'status',
    ]);
    expect(events.find(({ kind }) => kind === 'note')?.text).toBe('Reached the mother');
  });

  it('writes the audit entries of the single calls', async () => {
    const id = await file();
    const change = await everything(id);
    expect(await entriesOf(() => save(change))).toEqual([
      { action: 'updateReferral', outcome: 'done', record_ids: [id] },
      { action: 'assignReferral', outcome: 'done', record_ids: [id, manager().id] },
      { action: 'assignOwner', outcome: 'done', record_ids: [id, change.owner] },
      { action: 'addNote', outcome: 'done', record_ids: [id] },
    ]);
    expect(await entriesOf(() => save({ id, owner: null }))).toEqual([
      { action: 'assignOwner', outcome: 'done', record_ids: [id] },
    ]);
    // Nothing set is an update of nothing.
    expect(await entriesOf(() => save({ id }))).toEqual([
      { action: 'updateReferral', outcome: 'done', record_ids: [id] },
    ]);
  });

  it('changes only the fields that are sent', async () => {
    const id = await file();
    const change = await everything(id);
    await save(change);
    await save({ id, status: 'Pending' });
    expect(await show(id)).toMatchObject({
      status: 'Pending',
      notes: 'Call after 3',
      owner: { id: change.owner },
      user_info: { id: manager().id },
    });
    await save({ id, notes: '', owner: null });
    const shown = await show(id);
    expect(shown).not.toHaveProperty('owner');
    expect(shown).toMatchObject({ notes: '', status: 'Pending' });
  });

  it('saves nothing if one part is refused', async () => {
    const id = await file();
    const change = await everything(id);
    const before = await hashTables(desk.server.db);
    const done = await countAudit(desk.server.db, 'done');
    for (const [wrong, status] of [
      [{ owner: manager().id }, 404],
      [{ owner: 'nobody' }, 404],
      [{ referred_by: desk.fixtures.people.referral.id }, 404],
      [{ referred_by: 'nobody' }, 404],
      [{ status: 'Gone' }, 422],
      [{ notes: 'x'.repeat(5_001) }, 422],
      [{ note: 'x'.repeat(5_001) }, 422],
      [{ note: '\u200b' }, 422],
      [{ id: 'nobody' }, 404],
    ] as const) {
      const answer = await save({ ...change, ...wrong });
      expect({ wrong, status: answer.status }).toEqual({ wrong, status });
    }
    expect((await save(change, { 'if-match': '"7"' })).status).toBe(412);
    expect(await hashTables(desk.server.db)).toEqual(before);
    expect(await countAudit(desk.server.db, 'done')).toBe(done);
  });

  it('does not refuse a note alone because of a version, as it changes nothing that others set', async () => {
    const id = await file();
    expect((await save({ id, note: 'Called' }, { 'if-match': '"7"' })).status).toBe(200);
    expect(await show(id)).toMatchObject({ version: 1 });
    expect((await readEvents(id)).map(({ kind }) => kind)).toEqual(['note', 'received']);
  });

  it('happens once for one key, also when somebody else has changed the referral since', async () => {
    const id = await file();
    const change = await everything(id);
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': '"1"' };
    expect((await save(change, headers)).status).toBe(200);
    await save({ id, status: 'Pending' });
    const before = await hashTables(desk.server.db);
    expect((await save(change, headers)).status).toBe(200);
    expect(await hashTables(desk.server.db)).toEqual(before);
    expect((await save({ ...change, note: 'Another' }, headers)).status).toBe(409);
    // Without the key, the same content is a change again: what it sets may have been changed back.
    expect((await save({ id, status: 'Processed' })).status).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'Processed' });
  });

  it('emails a new owner, and nobody when the owner stays', async () => {
    const [id, owner] = [await file(), await addOwner()];
    const count = () => desk.server.db.$count(mail, eq(mail.account_id, owner.id));
    const before = await count();
    await save({ id, owner: owner.id, status: 'Processed' });
    expect(await count()).toBe(before + 1);
    await save({ id, owner: owner.id, status: 'Pending' });
    await save({ id, owner: head().id });
    expect(await count()).toBe(before + 1);
    const [row] = await desk.server.db.select().from(referral).where(eq(referral.id, id));
    expect(row?.owner_id).toBe(head().id);
  });
});
