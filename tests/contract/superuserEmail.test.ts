/** The email about a new super user: when it is sent, its recipients and its content. */
import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../server/db/schema';
import { type EmailFixtures, PUBLIC_URL, startEmailFixtures } from '../support/emailFixtures';
import { makeDue } from '../support/outbox';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { PASSWORD, unique, uniqueEmail } from '../support/fixtures';
import { SUPERUSER } from '../support/superuser';

let desk: EmailFixtures;
let accounts: PreparedAccounts;
/** The super user who acts. */
const actor = { username: SUPERUSER.email };
/** The other active super user, in each test a new one. */
let witness: PreparedAccount;

beforeAll(async () => {
  desk = await startEmailFixtures();
  accounts = await prepareAccounts(desk.server);
});
beforeEach(async () => {
  await desk.server.db
    .update(account)
    .set({ state: 'deactivated' })
    .where(and(eq(account.role, 'SUPERUSER'), ne(account.username, actor.username)));
  witness = await accounts.add({ role: 'SUPERUSER' });
});
afterAll(() => desk.close());

/** Sends all emails. Returns those about a super user that an address has received. */
async function toldTo({ username }: { username: string }) {
  await makeDue(desk.server);
  await desk.waitUntilAllSent();
  return desk.emailsTo(username).filter(({ text }) => text.includes(`${PUBLIC_URL}/audit`));
}

const newAccount = () => ({ fullname: unique('Power'), username: uniqueEmail() });
const addByForm = (who = newAccount(), headers = {}) =>
  desk.server.call(
    'registerSuperuser',
    { body: { ...who, password: PASSWORD }, headers },
    desk.head(),
  );
const addByRole = (who = newAccount(), role: 'SUPERUSER' | 'MANAGER' = 'SUPERUSER') =>
  desk.server.call(
    'register',
    { body: { ...who, password: PASSWORD, role, schools: [] } },
    desk.head(),
  );
const approve = ({ id }: PreparedAccount) =>
  desk.server.call('approveAccount', { body: { user_id: id } }, desk.head());
const reactivate = ({ id }: PreparedAccount) =>
  desk.server.call('reactivateAccount', { params: { id } }, desk.head());
const deactivate = ({ id }: PreparedAccount) =>
  desk.server.call('deactivateAccount', { params: { id } }, desk.head());

describe('the email about a new super user', () => {
  const add = (state: 'pending' | 'active') => accounts.add({ role: 'SUPERUSER', state });
  const WAYS: Record<string, () => Promise<{ username: string; status: number }>> = {
    'added in the form for super users': async () => {
      const who = newAccount();
      return { ...who, ...(await addByForm(who)) };
    },
    'added with the role': async () => {
      const who = newAccount();
      return { ...who, ...(await addByRole(who)) };
    },
    reactivated: async () => {
      const who = await add('active');
      await deactivate(who);
      return { ...who, ...(await reactivate(who)) };
    },
    approved: async () => {
      const who = await add('pending');
      return { ...who, ...(await approve(who)) };
    },
    'approved by a reactivation': async () => {
      const who = await add('pending');
      return { ...who, ...(await reactivate(who)) };
    },
  };

  it.each(Object.entries(WAYS))(
    'who is %s goes to all active super users, the acting one included, but not to the new one',
    async (_way, activate) => {
      const [pending, gone] = [await add('pending'), await add('active')];
      const manager = await accounts.add();
      await deactivate(gone);
      const before = (await toldTo(actor)).length;
      const { status, ...added } = await activate();
      expect(status).toBe(200);
      expect(await toldTo(actor)).toHaveLength(before + 1);
      expect(await toldTo(witness)).toHaveLength(1);
      for (const other of [added, pending, gone, manager]) expect(await toldTo(other)).toEqual([]);
    },
  );

  it('contains no name, and links to the activity log', async () => {
    const who = newAccount();
    await addByForm(who);
    const [email] = await toldTo(witness);
    expect(email?.text).toContain(`Open the Activity Log:\n${PUBLIC_URL}/audit\n`);
    const whole = [email?.subject, email?.text, email?.html].join();
    for (const name of [who.fullname, who.username, witness.username, actor.username]) {
      expect(whole).not.toContain(name);
    }
  });

  it('comes in the language of its reader first', async () => {
    const { id } = witness;
    await desk.server.db.update(account).set({ language: 'es' }).where(eq(account.id, id));
    await addByForm();
    expect((await toldTo(witness))[0]?.subject).toBe('Su equipo / Your team');
  });

  it('is sent once for several new super users in a row', async () => {
    const gone = await accounts.add({ role: 'SUPERUSER' });
    await deactivate(gone);
    await addByForm();
    await addByRole();
    await reactivate(gone);
    expect(await toldTo(witness)).toHaveLength(1);
  });

  it('is not sent for a repeat, a refusal, an account that is active already, or another role', async () => {
    const who = newAccount();
    const headers = { 'idempotency-key': randomUUID() };
    await addByForm(who, headers);
    const before = (await toldTo(actor)).length;
    const manager = await accounts.add();
    await deactivate(manager);
    const pending = await accounts.add({ state: 'pending' });
    const { access } = desk.fixtures.people.manager;
    const body = { ...newAccount(), password: PASSWORD };
    const answers = [
      await addByForm(who, headers),
      await addByForm(who),
      await addByForm({ ...newAccount(), username: who.username }),
      await addByRole({ ...newAccount(), username: who.username }),
      await desk.server.call('registerSuperuser', { body }, access),
      await desk.server.call('register', { body: { ...body, role: 'SUPERUSER', schools: [] } }),
      await reactivate(witness),
      await approve(witness),
      await reactivate(manager),
      await approve(pending),
      await addByRole(newAccount(), 'MANAGER'),
    ];
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 409, 409, 403, 403, 200, 200, 200, 200, 200]);
    expect(await toldTo(actor)).toHaveLength(before);
    expect(await toldTo(witness)).toHaveLength(1);
  });
});
