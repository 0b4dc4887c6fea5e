/** Owners of referrals: which accounts can be one, the email to a new owner, and the deactivation of an owner. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../server/db/schema';
import { createHeldReferral } from '../access/callInputs';
import { hashTables, queuedMail } from '../support/databaseState';
import { type EmailFixtures, PUBLIC_URL, startEmailFixtures } from '../support/emailFixtures';
import { makeDue } from '../support/outbox';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { referralBody, unique } from '../support/fixtures';

let desk: EmailFixtures;
let accounts: PreparedAccounts;

beforeAll(async () => {
  desk = await startEmailFixtures();
  accounts = await prepareAccounts(desk.server);
});
afterAll(() => desk.close());

const addSuperuser = () => accounts.add({ role: 'SUPERUSER', fullname: unique('Owner') });
const headId = () => desk.fixtures.people.superuser.id;

async function file(): Promise<string> {
  const body = referralBody(desk.fixtures.sites.own);
  return (await desk.server.callOk('addReferral', { body }, desk.head()))._id;
}
const assign = (id: string, owner: unknown, version?: number) =>
  desk.server.call(
    'assignOwner',
    {
      body: { id, owner },
      ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
    },
    desk.head(),
  );
const show = (id: string) => desk.server.callOk('getReferral', { params: { id } }, desk.head());
const deactivate = ({ id }: PreparedAccount) =>
  desk.server.callOk('deactivateAccount', { params: { id } }, desk.head());
async function sendAll() {
  await makeDue(desk.server);
  await desk.waitUntilAllSent();
}

describe('the owner of a referral', () => {
  it('is set, handed over and removed, each with a new version', async () => {
    const [id, first, second] = [await file(), await addSuperuser(), await addSuperuser()];
    expect(await show(id)).not.toHaveProperty('owner');
    expect((await assign(id, first.id, 1)).status).toBe(200);
    expect(await show(id)).toMatchObject({ owner: { id: first.id }, version: 2 });
    // The same owner again changes nothing.
    expect((await assign(id, first.id, 2)).status).toBe(200);
    expect((await assign(id, second.id, 2)).status).toBe(200);
    expect((await assign(id, null, 2)).status).toBe(412);
    expect((await assign(id, null, 3)).status).toBe(200);
    expect(await show(id)).not.toHaveProperty('owner');
    const { events } = await desk.server.callOk('getHistory', { params: { id } }, desk.head());
    const names = new Map(
      (await desk.server.callOk('listOwners', {}, desk.head())).map(({ _id, fullname }) => [
        _id,
        fullname,
      ]),
    );
    const [one, two] = [names.get(first.id), names.get(second.id)];
    expect(events.flatMap(({ changes }) => changes)).toEqual([
      { field: 'owner', from: two, to: null },
      { field: 'owner', from: one, to: two },
      { field: 'owner', from: null, to: one },
    ]);
  });

  it('can only be an active account that may change referrals; every refusal is the same', async () => {
    const { people } = desk.fixtures;
    const [id, gone] = [await file(), await addSuperuser()];
    await deactivate(gone);
    const pending = await accounts.add({ role: 'SUPERUSER', state: 'pending' });
    const unfit = [people.manager, people.admin, people.siteUser, people.referral, pending, gone];
    const held = await createHeldReferral(desk.fixtures);
    const before = await hashTables(desk.server.db);
    expect((await assign(held, headId())).status).toBe(404);
    for (const owner of [...unfit.map((person) => person.id), id, 'nobody', '%', "' or 1=1 --"]) {
      const { status, body } = await assign(id, owner);
      expect({ owner, status, body }).toEqual({
        owner,
        status: 404,
        body: { detail: 'Not Found' },
      });
    }
    for (const owner of ['', 'x'.repeat(101), 'planted\0', 7, true, [], {}, undefined]) {
      const answer = await assign(id, owner);
      expect({ owner, status: answer.status }).toEqual({ owner, status: 422 });
      expect(answer.text).not.toContain('planted');
    }
    expect(await hashTables(desk.server.db)).toEqual(before);
  });

  it('stays when the account is deactivated, until somebody hands it over', async () => {
    const [id, owner] = [await file(), await addSuperuser()];
    await assign(id, owner.id);
    await deactivate(owner);
    expect(await show(id)).toMatchObject({ owner: { id: owner.id } });
    expect((await assign(id, headId())).status).toBe(200);
    expect(await show(id)).toMatchObject({ owner: { id: headId() } });
  });
});

it('the list of owners has the active super users, by name', async () => {
  const add = (fullname: string) => accounts.add({ role: 'SUPERUSER', fullname });
  const [second, first] = [await add('zoe Listed'), await add('Ángel Listed')];
  const gone = await addSuperuser();
  await deactivate(gone);
  const owners = await desk.server.callOk('listOwners', {}, desk.head());
  const ids = owners.map(({ _id }) => _id);
  expect(ids).not.toContain(gone.id);
  expect(ids).not.toContain(desk.fixtures.people.manager.id);
  expect(ids).toContain(headId());
  expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
});

it('the list of owners and the history tell two of one name apart by their emails', async () => {
  const fullname = unique('María González');
  const add = () => accounts.add({ role: 'SUPERUSER', fullname });
  const added = [await add(), await add()];
  const owners = await desk.server.callOk('listOwners', {}, desk.head());
  const named = owners.filter((owner) => owner.fullname === fullname);
  expect(new Map(named.map(({ _id, username }) => [_id, username]))).toEqual(
    new Map(added.map(({ id, username }) => [id, username])),
  );

  const id = await file();
  for (const owner of added) await assign(id, owner.id);
  const input = { params: { id } };
  const read = await desk.server.callOk('getHistory', input, desk.head());
  const [before, after] = added.map(({ username }) => `${fullname} (${username})`);
  expect(read.events[0]?.changes).toEqual([{ field: 'owner', from: before, to: after }]);
  expect(read.events[0]?.actor).toMatchObject({ id: headId(), username: expect.any(String) });

  const manager = desk.fixtures.bearer('manager');
  const { events } = await desk.server.callOk('getHistory', input, manager);
  expect(events[0]?.changes).toEqual([{ field: 'owner', from: fullname, to: fullname }]);
  expect(events[0]?.actor).not.toHaveProperty('username');
});

describe('the email to a new owner', () => {
  const about = async (address: string) => {
    await sendAll();
    return desk.emailsTo(address);
  };

  it('contains neither the referral nor a name, and links to the list', async () => {
    const [id, owner] = [await file(), await addSuperuser()];
    const { tracking_id, site, last_name } = await show(id);
    await assign(id, owner.id);
    const [email, ...more] = await about(owner.username);
    expect(more).toEqual([]);
    expect(email?.text).toContain(`Log in:\n${PUBLIC_URL}/admin\n`);
    for (const secret of [id, tracking_id, site.label, last_name, headId()]) {
      expect([email?.subject, email?.text, email?.html].join()).not.toContain(secret);
    }
  });

  it('comes in the language of its reader first', async () => {
    const [id, owner] = [await file(), await addSuperuser()];
    await desk.server.db.update(account).set({ language: 'es' }).where(eq(account.id, owner.id));
    await assign(id, owner.id);
    expect((await about(owner.username))[0]?.subject).toBe('Su lista / Your list');
  });

  it('is one for many assignments in a row', async () => {
    const owner = await addSuperuser();
    const ids = await Promise.all(Array.from({ length: 12 }, file));
    const answers = await Promise.all(ids.map((id) => assign(id, owner.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await queuedMail(desk.server.db)).toHaveLength(1);
    expect(await about(owner.username)).toHaveLength(1);
  });

  it('is not sent for an own assignment, the same owner, a removal, or to an owner who wants none', async () => {
    const [id, owner] = [await file(), await addSuperuser()];
    await assign(id, headId());
    await assign(id, owner.id);
    expect(await about(owner.username)).toHaveLength(1);
    await assign(id, owner.id);
    await assign(id, null);
    const { access } = await accounts.beginSession(owner);
    expect(await desk.server.callOk('getPreferences', {}, access)).toMatchObject({
      owner_emails: true,
    });
    await desk.server.callOk('setPreferences', { body: { owner_emails: false } }, access);
    expect(await desk.server.callOk('getPreferences', {}, access)).toMatchObject({
      owner_emails: false,
    });
    // Only their own preference.
    expect(await desk.server.callOk('getPreferences', {}, desk.head())).toMatchObject({
      owner_emails: true,
    });
    await assign(id, owner.id);
    expect(await about(owner.username)).toHaveLength(1);
    expect(await about(desk.fixtures.people.superuser.username)).toEqual([]);
  });
});

it.each([{}, { owner_emails: null }, { owner_emails: 'yes' }, { owner_emails: 1 }])(
  'preferences of %o are refused',
  async (body) => {
    const answer = await desk.server.call('setPreferences', { body }, desk.head());
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'owner_emails'] }] },
    });
  },
);
