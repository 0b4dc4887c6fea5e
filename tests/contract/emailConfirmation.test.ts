/** With SMTP_URL set, a registration cannot be used before its e-mail is confirmed (docs/decisions/0023). */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { account, password_reset } from '../../server/db/schema';
import { extractResetToken } from '../support/mailbox';
import {
  type EmailFixtures,
  NEW_PASSWORD,
  PUBLIC_URL,
  startEmailFixtures,
} from '../support/emailFixtures';
import { PASSWORD, registration, uniqueEmail } from '../support/fixtures';

const DAY = 24 * 60 * 60;

let desk: EmailFixtures;

beforeAll(async () => {
  desk = await startEmailFixtures();
});
afterAll(() => desk.close());

const logIn = async (username: string, password: string) => {
  const { status, body } = await desk.server.call('login', { body: { username, password } });
  return status === 200 ? 200 : [status, (body as { detail: unknown }).detail];
};
const REFUSED = [401, 'Email or password is wrong'];
const approve = (id: string) =>
  desk.server.callOk('approveAccount', { body: { user_id: id } }, desk.head());
const use = (token: string, new_pass = NEW_PASSWORD) =>
  desk.server.call('resetPassword', { body: { token, new_pass } });
const check = async (reset_token: string) =>
  (await desk.server.call('checkResetToken', { query: { reset_token } })).status;
const stored = async (id: string) => {
  const [found] = await desk.server.db.select().from(account).where(eq(account.id, id));
  return found;
};
const found = async (username: string) =>
  (await desk.server.callOk('searchAccounts', { query: { query: username } }, desk.head()))[0];
/** Stores a hash of the password given at registration, as older versions did. */
const giveStrangersPassword = async (id: string) => {
  const password_hash = await desk.server.app.passwords.hashNow(PASSWORD);
  await desk.server.db.update(account).set({ password_hash }).where(eq(account.id, id));
};
/** The tokens of all emails to an address, in order. */
const tokensTo = async (username: string) => {
  await desk.waitUntilAllSent();
  return desk.emailsTo(username).map(extractResetToken).filter(Boolean);
};
/** Registers the e-mail of a pending account again. */
const registerAgain = async (username: string, changes: object = {}, from?: string) => {
  const body = { ...registration(desk.fixtures), username, ...changes };
  const input = { body, ...(from !== undefined && { from }) };
  expect((await desk.server.call('register', input)).status).toBe(200);
  return body;
};
const proofOf = async (id: string) => {
  const query = { page: 1, size: 100 };
  const { items } = await desk.server.callOk('listPendingAccounts', { query }, desk.head());
  return items.find(({ _id }) => _id === id)?.email_proof;
};

describe('a stranger who registers the e-mail of a counsellor', () => {
  it('cannot sign in after an approval; the counsellor can, through the link that the approval emails', async () => {
    const { id, username } = await desk.register();
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    const [first = ''] = await tokensTo(username);
    await approve(id);
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    const [, token = '', ...more] = await tokensTo(username);
    expect(more).toEqual([]);
    expect(desk.emailsTo(username).at(-1)?.text).toContain(
      `Choose your password:\n${PUBLIC_URL}/confirm-email?reset_token=${token}`,
    );
    expect((await use(first)).status).toBe(400);
    // Requesting another link does not revoke that one.
    await desk.server.callOk('forgotPassword', { body: { email: username } });
    expect(await check(token)).toBe(200);

    expect((await use(token)).body).toEqual({ detail: 'ok', approved: true });
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    expect(await logIn(username, NEW_PASSWORD)).toBe(200);
    expect((await stored(id))?.email_confirmed_at).not.toBeNull();
  });

  it('cannot sign in after the counsellor has used the first link either', async () => {
    const { id, username } = await desk.register();
    expect(await proofOf(id)).toBe('awaited');
    const [token = ''] = await tokensTo(username);
    expect(desk.emailsTo(username).at(-1)?.text).toContain(
      `Confirm your email address:\n${PUBLIC_URL}/confirm-email?reset_token=${token}`,
    );
    expect((await use(token)).body).toEqual({ detail: 'ok', approved: false });
    expect(await proofOf(id)).toBe('confirmed');
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    expect(await logIn(username, NEW_PASSWORD)).toEqual([403, 'not_approved']);
    await approve(id);
    await desk.waitUntilAllSent();
    expect(desk.emailsTo(username).at(-1)?.text).toContain('Log in:');
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    expect(await logIn(username, NEW_PASSWORD)).toBe(200);
  });

  it('does not block the registration of the counsellor, whose own name and sites then apply', async () => {
    const { id, username, fullname } = await desk.register();
    const own = await registerAgain(username, { schools: [{ id: desk.fixtures.sites.other }] });
    const [strangers = '', token = ''] = await tokensTo(username);
    expect(await found(username)).toMatchObject({ _id: id, fullname });
    expect((await use(token)).status).toBe(200);
    expect(await found(username)).toMatchObject({
      _id: id,
      fullname: own.fullname,
      schools: [{ _id: desk.fixtures.sites.other }],
    });
    expect(await check(strangers)).toBe(400);
    // The version a super user saw before is outdated and cannot be approved.
    const input = { body: { user_id: id }, headers: { 'if-match': '"1"' } };
    expect((await desk.server.call('approveAccount', input, desk.head())).status).toBe(412);
    await approve(id);
    expect(await logIn(username, NEW_PASSWORD)).toBe(200);
  });

  it('cannot lock the counsellor out by repeated registrations: every emailed link stays valid', async () => {
    const { username } = await desk.register();
    for (let time = 0; time < 4; time += 1) await registerAgain(username, {}, '192.0.2.61');
    const tokens = await tokensTo(username);
    // The counsellor's own link, and three of the stranger's network.
    expect(tokens).toHaveLength(4);
    for (const token of tokens) expect(await check(token)).toBe(200);
    expect((await use(tokens[0] ?? '')).status).toBe(200);
    for (const token of tokens) expect(await check(token)).toBe(400);
  });

  it('cannot sign in after a super user deactivates and reactivates the account', async () => {
    const { id, username } = await desk.register();
    const [first = ''] = await tokensTo(username);
    await desk.server.callOk('deactivateAccount', { params: { id } }, desk.head());
    expect((await stored(id))?.password_hash).toBeNull();
    expect(await check(first)).toBe(400);
    await desk.server.callOk('reactivateAccount', { params: { id } }, desk.head());
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    const [, token = '', ...more] = await tokensTo(username);
    expect(more).toEqual([]);
    expect((await use(token)).status).toBe(200);
    expect(await logIn(username, NEW_PASSWORD)).toBe(200);
  });

  it('cannot sign in to an account that was pending before e-mail confirmation existed', async () => {
    const { id, username } = await desk.register();
    const [strangers = ''] = await tokensTo(username);
    await desk.server.db.delete(password_reset).where(eq(password_reset.account_id, id));
    await giveStrangersPassword(id);
    expect(await check(strangers)).toBe(400);
    expect(await logIn(username, PASSWORD)).toEqual(REFUSED);
    await registerAgain(username);
    const [, token = ''] = await tokensTo(username);
    expect(await check(token)).toBe(200);
    await approve(id);
    expect((await stored(id))?.password_hash).toBeNull();
  });
});

describe('the password of a registration', () => {
  it('is never hashed, whether the e-mail is new, unconfirmed or taken, and must not be weak', async () => {
    const hash = vi.spyOn(desk.server.app.passwords, 'hash');
    const hashNow = vi.spyOn(desk.server.app.passwords, 'hashNow');
    const { id, username } = await desk.register();
    expect((await stored(id))?.password_hash).toBeNull();
    await registerAgain(username);
    expect((await stored(id))?.password_hash).toBeNull();
    const { manager } = desk.fixtures.people;
    const managersHash = (await stored(manager.id))?.password_hash;
    await registerAgain(manager.username);
    expect((await stored(manager.id))?.password_hash).toBe(managersHash);
    for (const address of [uniqueEmail(), username, manager.username]) {
      const body = { ...registration(desk.fixtures), username: address, password: 'password1' };
      expect(await desk.server.call('register', { body })).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'password_guessable', loc: ['body', 'password'] }] },
      });
    }
    expect([...hash.mock.calls, ...hashNow.mock.calls]).toEqual([]);
  });

  it('is hashed if a super user registers the account', async () => {
    const body = { ...registration(desk.fixtures), password: NEW_PASSWORD };
    await desk.server.callOk('register', { body }, desk.head());
    expect(await logIn(body.username, NEW_PASSWORD)).toBe(200);
  });

  it('that an older version stored is discarded by a deactivation, too', async () => {
    const { id } = await desk.register();
    await giveStrangersPassword(id);
    await desk.server.callOk('deactivateAccount', { params: { id } }, desk.head());
    expect((await stored(id))?.password_hash).toBeNull();
  });
});

describe('a link that confirms an e-mail', () => {
  it('works once, for 7 days, and checking it does not use it up', async () => {
    const { id, username } = await desk.register();
    const [token = ''] = await tokensTo(username);
    const age = (seconds: number) =>
      desk.server.db
        .update(password_reset)
        .set({ created_at: sql`now() - make_interval(secs => ${seconds})` })
        .where(eq(password_reset.account_id, id));
    // A link older than sessions_valid_from would be void.
    await desk.server.db
      .update(account)
      .set({ sessions_valid_from: sql`now() - interval '9 days'` });
    await age(7 * DAY + 60);
    expect(await check(token)).toBe(400);
    await age(7 * DAY - 60);
    expect(await check(token)).toBe(200);
    expect(await check(token)).toBe(200);
    expect((await use(token, 'password1')).status).toBe(422);
    expect((await use(token)).status).toBe(200);
    expect((await use(token)).body).toEqual({ detail: 'invalid_token' });
  });

  it('is stored only as a hash', async () => {
    const { username } = await desk.register();
    const [token = ''] = await tokensTo(username);
    const rows = await desk.server.db.select().from(password_reset);
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

it('a server that sends email announces mailboxProof', async () => {
  expect((await desk.server.callOk('meta', {})).features).toContain('mailboxProof');
});
