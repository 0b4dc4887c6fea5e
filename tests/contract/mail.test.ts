/** The letters: a reset link that works once, the word that an account was approved, and silence about who is known. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, openMailbox } from '../support/mailbox';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createWorld,
  PASSWORD,
  registration,
  signIn,
  uniqueEmail,
  type World,
} from '../support/world';

const PUBLIC_URL = 'https://referrals.clinic.example';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';

let mailbox: Mailbox;
let server: TestServer;
let world: World;

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({ SMTP_URL: mailbox.url, PUBLIC_URL });
  world = await createWorld(server);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

async function resetToken(username: string): Promise<string> {
  await server.done('forgotPassword', { body: { email: username } });
  const { text } = await mailbox.letterTo(username);
  const link = new RegExp(`${PUBLIC_URL}/reset-password\\?reset_token=([\\w-]+)`).exec(text);
  return link?.[1] ?? '';
}

describe('the reset letter', () => {
  it('carries a link to the public address that sets a new password, once, and ends every session', async () => {
    const { username, access } = world.people.manager;
    const token = await resetToken(username);
    const check = () => server.call('checkResetToken', { query: { reset_token: token } });
    expect((await check()).status).toBe(200);
    // Looking does not use it up: mail scanners look first.
    expect((await check()).status).toBe(200);

    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    expect(await check()).toMatchObject({ status: 400, body: { detail: 'invalid_token' } });
    const again = { body: { token, new_pass: PASSWORD } };
    expect(await server.call('resetPassword', again)).toMatchObject({
      status: 400,
      body: { detail: 'invalid_token' },
    });
    expect((await server.call('countReferrals', {}, access)).status).toBe(401);
    const old = await server.call('login', { body: { username, password: PASSWORD } });
    expect(old.status).toBe(401);
    expect((await signIn(server, username, NEW_PASSWORD)).access).toBeTruthy();
  });

  it('is void once its account was shut out, also when it is let in again', async () => {
    const { id, username } = world.people.referral;
    const head = world.bearer('superuser');
    const token = await resetToken(username);
    const check = () => server.call('checkResetToken', { query: { reset_token: token } });
    expect((await check()).status).toBe(200);
    await server.done('deactivateAccount', { params: { id } }, head);
    await server.done('reactivateAccount', { params: { id } }, head);
    expect((await check()).status).toBe(400);
    const body = { token, new_pass: NEW_PASSWORD };
    expect((await server.call('resetPassword', { body })).status).toBe(400);
  });

  it('cannot set a password that anyone would guess, and is not used up by the try', async () => {
    const { username } = world.people.siteUser;
    const token = await resetToken(username);
    for (const new_pass of ['password1', '123456', username]) {
      const answer = await server.call('resetPassword', { body: { token, new_pass } });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'new_pass'] }] });
    }
    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
  });

  it('goes to nobody who is unknown or shut out, and the answer does not tell', async () => {
    const stranger = uniqueEmail();
    const { id, username } = world.people.admin;
    const head = world.bearer('superuser');
    await server.done('deactivateAccount', { params: { id } }, head);
    const answers = [];
    for (const email of [stranger, username, world.people.limited.username]) {
      answers.push(await server.call('forgotPassword', { body: { email } }));
    }
    const [first, ...rest] = answers.map(({ status, text }) => ({ status, text }));
    expect(first?.status).toBe(200);
    for (const other of rest) expect(other).toEqual(first);
    // Letters leave in the order they were asked for: once the last is here, the others would be.
    await mailbox.letterTo(world.people.limited.username);
    const addresses = mailbox.all().map(({ to }) => to);
    expect(addresses).not.toContain(stranger);
    expect(addresses).not.toContain(username);
  });
});

describe('the letter on approval', () => {
  it('says where to log in, and names nobody', async () => {
    const body = registration(world);
    await server.done('register', { body });
    const query = { query: body.username };
    const head = world.bearer('superuser');
    const [account] = await server.done('searchAccounts', { query }, head);
    await server.done('approveAccount', { body: { user_id: account?._id ?? '' } }, head);
    await server.done('approveAccount', { body: { user_id: account?._id ?? '' } }, head);
    const { text } = await mailbox.letterTo(body.username);
    expect(text).toContain(PUBLIC_URL);
    expect(text).not.toContain(body.fullname);
    expect(mailbox.all().filter(({ to }) => to === body.username)).toHaveLength(1);
  });
});
