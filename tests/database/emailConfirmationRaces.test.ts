/** Registration, email confirmation and approval at the same time never activate an account with a stranger's password. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mail } from '../../server/db/schema';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { createDatabase } from '../support/engines';
import { thorough } from '../support/exhaustive';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, registration, type Fixtures } from '../support/fixtures';

/** Nothing listens there: every email stays in the outbox and can be counted. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';
const OWN = 'Slow-Copper-58-Gardens';
const OTHER = 'Plain-Window-41-Rivers';
const ROUNDS = thorough(40, 150);

let server: TestServer;
let accounts: PreparedAccounts;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer({
    DATABASE_URL: await createDatabase(),
    SMTP_URL: NO_MAIL_SERVER,
  });
  accounts = await prepareAccounts(server);
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

/** Adds an account that a stranger registered, with the password PASSWORD. */
const addRegistered = () => accounts.add({ state: 'pending', isConfirmed: false });

/** Adds a link that confirms the email address. Returns its token. */
async function addLink({ id }: PreparedAccount): Promise<string> {
  const token = createOneTimeToken();
  const tokenHash = hashOneTimeToken(token);
  await insertResetToken(server.db, { accountId: id, tokenHash, purpose: 'confirmEmail' });
  return token;
}

const confirm = (token: string, new_pass = OWN) =>
  server.call('resetPassword', { body: { token, new_pass } });
const approve = ({ id }: PreparedAccount) =>
  server.call('approveAccount', { body: { user_id: id } }, fixtures.bearer('superuser'));
const register = ({ username }: PreparedAccount) =>
  server.call('register', { body: { ...registration(fixtures), username } });
const listEmailKinds = async ({ username }: PreparedAccount): Promise<string[]> =>
  (await server.db.select().from(mail).where(eq(mail.recipient, username)))
    .map(({ kind }) => kind)
    .toSorted();

/** Returns the state of the account and whose password it has. */
async function readOutcome(of: PreparedAccount) {
  const { state, passwordHash } = await accounts.read(of);
  if (passwordHash === null) return { state, password: 'none' };
  if (passwordHash === accounts.passwordHash) return { state, password: 'of the stranger' };
  const isOwn = await server.app.passwords.check(passwordHash, OWN);
  return { state, password: isOwn ? 'chosen' : 'chosen by the other' };
}

describe('on PostgreSQL', () => {
  it(`an account confirmed and approved concurrently has the chosen password or none, ${ROUNDS} times`, async () => {
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
        ...(await readOutcome(registered)),
        emails: await listEmailKinds(registered),
        again: (await confirm(token, OTHER)).status,
      };
    };
    const active = { state: 'active' as const, again: 400 };
    const allowed = [
      { ...active, statuses: [200, 200], password: 'chosen', emails: ['approved'] },
      { ...active, statuses: [400, 200], password: 'none', emails: ['setPassword'] },
    ];
    expect(await findUnexpectedOutcomes(ROUNDS, play, allowed)).toEqual({});
  });

  it(`one of two concurrent confirmations by different links sets the password, ${ROUNDS} times`, async () => {
    const play = async (round: number) => {
      const registered = await addRegistered();
      const [one, two] = [await addLink(registered), await addLink(registered)];
      const answers = await race(
        round,
        () => confirm(one, OWN),
        () => confirm(two, OTHER),
      );
      return { statuses: answers.map(({ status }) => status), ...(await readOutcome(registered)) };
    };
    const allowed = [
      { statuses: [200, 400], state: 'pending' as const, password: 'chosen' },
      { statuses: [400, 200], state: 'pending' as const, password: 'chosen by the other' },
    ];
    expect(await findUnexpectedOutcomes(ROUNDS, play, allowed)).toEqual({});
  });

  it(`an account registered again during its confirmation has the chosen password and at most one email, ${ROUNDS} times`, async () => {
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
        ...(await readOutcome(registered)),
        emails: await listEmailKinds(registered),
      };
    };
    const confirmedOutcome = {
      statuses: [200, 200],
      state: 'pending' as const,
      password: 'chosen',
    };
    const allowed = [
      // The late link is void and its email was withdrawn.
      { ...confirmedOutcome, emails: [] },
      { ...confirmedOutcome, emails: ['registeredAlready'] },
    ];
    expect(await findUnexpectedOutcomes(ROUNDS, play, allowed)).toEqual({});
  });

  it(`an account registered again during its approval has no password and a link to set one, ${ROUNDS} times`, async () => {
    const play = async (round: number) => {
      const registered = await addRegistered();
      const [approved, again] = await race(
        round,
        () => approve(registered),
        () => register(registered),
      );
      return {
        statuses: [approved.status, again.status],
        ...(await readOutcome(registered)),
        emails: await listEmailKinds(registered),
      };
    };
    const approvedOutcome = { statuses: [200, 200], state: 'active' as const, password: 'none' };
    const allowed = [
      { ...approvedOutcome, emails: ['setPassword'] },
      { ...approvedOutcome, emails: ['registeredAlready', 'setPassword'] },
    ];
    expect(await findUnexpectedOutcomes(ROUNDS, play, allowed)).toEqual({});
  });
});
