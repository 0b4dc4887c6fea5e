/** A registration, its proof and its approval at the same moment: never a stranger's password on an account that is let in. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mail } from '../../server/db/schema';
import { addReset } from '../../server/features/auth/resetRepository';
import { hashResetToken, newResetToken } from '../../server/features/auth/tokens';
import { createDatabase } from '../support/engines';
import { thorough } from '../support/exhaustive';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { oddEndings, race } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import { createWorld, registration, type World } from '../support/world';

/** Every letter stays in the outbox, to be counted. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const OWN = 'Slow-Copper-58-Gardens';
const OTHER = 'Plain-Window-41-Rivers';
const ROUNDS = thorough(40, 150);

let server: TestServer;
let accounts: PreparedAccounts;
let world: World;

beforeAll(async () => {
  server = await startTestServer({
    DATABASE_URL: await createDatabase(),
    SMTP_URL: NO_MAIL_SERVER,
  });
  accounts = await prepareAccounts(server);
  world = await createWorld(server);
});
afterAll(() => server.close());

/** What a stranger registered: their password is the common one. */
const addRegistered = () => accounts.add({ state: 'pending', isConfirmed: false });

/** The token of a letter that confirms the e-mail. */
async function addLink({ id }: PreparedAccount): Promise<string> {
  const token = newResetToken();
  const tokenHash = hashResetToken(token);
  await addReset(server.db, { accountId: id, tokenHash, purpose: 'confirmEmail' });
  return token;
}

const confirm = (token: string, new_pass = OWN) =>
  server.call('resetPassword', { body: { token, new_pass } });
const approve = ({ id }: PreparedAccount) =>
  server.call('approveAccount', { body: { user_id: id } }, world.bearer('superuser'));
const register = ({ username }: PreparedAccount) =>
  server.call('register', { body: { ...registration(world), username } });
const lettersTo = async ({ username }: PreparedAccount): Promise<string[]> =>
  (await server.db.select().from(mail).where(eq(mail.recipient, username)))
    .map(({ kind }) => kind)
    .toSorted();

/** Whose password the account has, and how it stands. */
async function ending(of: PreparedAccount) {
  const { state, passwordHash } = await accounts.read(of);
  if (passwordHash === null) return { state, password: 'none' };
  if (passwordHash === accounts.passwordHash) return { state, password: 'of the stranger' };
  const isOwn = await server.app.passwords.check(passwordHash, OWN);
  return { state, password: isOwn ? 'chosen' : 'chosen by the other' };
}

describe('on PostgreSQL', () => {
  it(`confirmed and approved at once, an account has the chosen password or none, ${ROUNDS} times`, async () => {
    const play = async (round: number) => {
      const registered = await addRegistered();
      const token = await addLink(registered);
      const [confirmed, approved] = await race(
        round,
        () => confirm(token),
        () => approve(registered),
      );
      return {
        statuses: [confirmed.status, approved.status],
        ...(await ending(registered)),
        letters: await lettersTo(registered),
        again: (await confirm(token, OTHER)).status,
      };
    };
    const active = { state: 'active' as const, again: 400 };
    const allowed = [
      { ...active, statuses: [200, 200], password: 'chosen', letters: ['approved'] },
      { ...active, statuses: [400, 200], password: 'none', letters: ['setPassword'] },
    ];
    expect(await oddEndings(ROUNDS, play, allowed)).toEqual({});
  });

  it(`of two who confirm an e-mail by two links at once, one chooses the password, ${ROUNDS} times`, async () => {
    const play = async (round: number) => {
      const registered = await addRegistered();
      const [one, two] = [await addLink(registered), await addLink(registered)];
      const answers = await race(
        round,
        () => confirm(one, OWN),
        () => confirm(two, OTHER),
      );
      return { statuses: answers.map(({ status }) => status), ...(await ending(registered)) };
    };
    const allowed = [
      { statuses: [200, 400], state: 'pending' as const, password: 'chosen' },
      { statuses: [400, 200], state: 'pending' as const, password: 'chosen by the other' },
    ];
    expect(await oddEndings(ROUNDS, play, allowed)).toEqual({});
  });

  it(`registered once more while it is confirmed, an account has the chosen password and one letter, ${ROUNDS} times`, async () => {
    const play = async (round: number) => {
      const registered = await addRegistered();
      const token = await addLink(registered);
      const [confirmed, again] = await race(
        round,
        () => confirm(token),
        () => register(registered),
      );
      return {
        statuses: [confirmed.status, again.status],
        ...(await ending(registered)),
        letters: await lettersTo(registered),
      };
    };
    const proved = { statuses: [200, 200], state: 'pending' as const, password: 'chosen' };
    const allowed = [
      // The link that came too late is void, and its letter was taken back.
      { ...proved, letters: [] },
      { ...proved, letters: ['registeredAlready'] },
    ];
    expect(await oddEndings(ROUNDS, play, allowed)).toEqual({});
  });

  it(`registered once more while it is approved, an account has no password, and one link that works, ${ROUNDS} times`, async () => {
    const play = async (round: number) => {
      const registered = await addRegistered();
      const [approved, again] = await race(
        round,
        () => approve(registered),
        () => register(registered),
      );
      return {
        statuses: [approved.status, again.status],
        ...(await ending(registered)),
        letters: await lettersTo(registered),
      };
    };
    const letIn = { statuses: [200, 200], state: 'active' as const, password: 'none' };
    const allowed = [
      { ...letIn, letters: ['setPassword'] },
      { ...letIn, letters: ['registeredAlready', 'setPassword'] },
    ];
    expect(await oddEndings(ROUNDS, play, allowed)).toEqual({});
  });
});
