/** A small provider whose letters come to a mailbox, and what tests about letters do with it. */
import { expect, vi } from 'vitest';
import { queuedMail } from './databaseState';
import { openMailbox, resetTokenIn } from './mailbox';
import { startTestServer } from './testServer';
import { createWorld, PASSWORD, registration } from './world';

export const PUBLIC_URL = 'https://desk.clinic.example';
export const NEW_PASSWORD = 'Slow-Copper-58-Gardens';

export async function startMailWorld() {
  const mailbox = await openMailbox();
  const server = await startTestServer({
    PUBLIC_URL,
    BRAND_NAME: 'Hope Recovery & Treatment',
    MAIL_FROM: '"The <Desk>" <desk@clinic.example>',
    SMTP_URL: mailbox.url,
    BRAND_COLOR: '#7a1f5c',
  });
  const world = await createWorld(server);
  const head = () => world.bearer('superuser');

  /** Resolves once everything that was queued has been sent. */
  const allSent = () =>
    vi.waitFor(async () => expect(await queuedMail(server.db)).toEqual([]), { timeout: 30_000 });

  /** Registers as a visitor; answers what was sent, and the id of the account. */
  async function register(headers: Record<string, string> = {}) {
    const body = registration(world);
    const answer = await server.raw({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    const query = { query: body.username };
    const [account] = await server.done('searchAccounts', { query }, head());
    return { ...body, id: account?._id ?? '' };
  }

  /** Uses the link of the last letter, which proves the mailbox. */
  async function confirm(username: string, password = PASSWORD) {
    await allSent();
    const token = resetTokenIn(await mailbox.letterTo(username));
    return server.done('resetPassword', { body: { token, new_pass: password } });
  }

  return {
    server,
    world,
    /** The access token of a super user. */
    head,
    allSent,
    register,
    confirm,

    /** An account that registered itself, proved its mailbox and was approved. */
    async approved(headers?: Record<string, string>) {
      const account = await register(headers);
      await confirm(account.username);
      await server.done('approveAccount', { body: { user_id: account.id } }, head());
      return account;
    },

    /** Every letter that has come to an address, in order. */
    lettersTo: (address: string) => mailbox.all().filter(({ to }) => to === address),

    /** Asks for a reset letter; answers the token of the last one that came. */
    async resetToken(username: string): Promise<string> {
      await server.done('forgotPassword', { body: { email: username } });
      await allSent();
      return resetTokenIn(await mailbox.letterTo(username, 'password'));
    },

    async close() {
      await server.close();
      await mailbox.close();
    },
  };
}

export type MailWorld = Awaited<ReturnType<typeof startMailWorld>>;
