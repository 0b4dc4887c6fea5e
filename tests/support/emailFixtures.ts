/** Fixtures for email tests: a server whose emails go to a test mailbox. */
import { expect, vi } from 'vitest';
import { queuedMail } from './databaseState';
import { openMailbox, extractResetToken } from './mailbox';
import { startTestServer } from './testServer';
import { createFixtures, PASSWORD, registration } from './fixtures';

export const PUBLIC_URL = 'https://desk.clinic.example';
export const BRAND_NAME = 'Hope Recovery & Treatment';
export const NEW_PASSWORD = 'Slow-Copper-58-Gardens';

export async function startEmailFixtures() {
  const mailbox = await openMailbox();
  const server = await startTestServer({
    PUBLIC_URL,
    BRAND_NAME,
    MAIL_FROM: '"The <Desk>" <desk@clinic.example>',
    SMTP_URL: mailbox.url,
    BRAND_COLOR: '#7a1f5c',
  });
  const fixtures = await createFixtures(server);
  const head = () => fixtures.bearer('superuser');

  /** Resolves when every queued email has been sent. */
  const waitUntilAllSent = () =>
    vi.waitFor(async () => expect(await queuedMail(server.db)).toEqual([]), { timeout: 30_000 });

  /** Registers as a visitor. Returns the request body and the account ID. */
  async function register(headers: Record<string, string> = {}) {
    const body = registration(fixtures);
    const answer = await server.raw({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    const query = { query: body.username };
    const [account] = await server.callOk('searchAccounts', { query }, head());
    return { ...body, id: account?._id ?? '' };
  }

  /** Uses the link of the last email, which confirms the email address. */
  async function confirmEmail(username: string, password = PASSWORD) {
    await waitUntilAllSent();
    const token = extractResetToken(await mailbox.waitForEmail(username));
    return server.callOk('resetPassword', { body: { token, new_pass: password } });
  }

  return {
    server,
    fixtures,
    /** Returns a super user's access token. */
    head,
    waitUntilAllSent,
    register,
    confirmEmail,

    /** Adds an account that registered, confirmed its email address and was approved. */
    async addApprovedAccount(headers?: Record<string, string>) {
      const account = await register(headers);
      await confirmEmail(account.username);
      await server.callOk('approveAccount', { body: { user_id: account.id } }, head());
      return account;
    },

    /** Returns all emails received at an address, in order. */
    emailsTo: (address: string) => mailbox.all().filter(({ to }) => to === address),

    /** Requests a password reset. Returns the token of the last reset email. */
    async requestResetToken(username: string, from?: string): Promise<string> {
      const answer = await server.call('forgotPassword', {
        body: { email: username },
        ...(from !== undefined && { from }),
      });
      if (answer.status !== 200) throw new Error(`forgotPassword: ${answer.status}`);
      await waitUntilAllSent();
      return extractResetToken(await mailbox.waitForEmail(username, 'password'));
    },

    async close() {
      await server.close();
      await mailbox.close();
    },
  };
}

export type EmailFixtures = Awaited<ReturnType<typeof startEmailFixtures>>;
