/** Emails leave the machine encrypted or not at all. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ClaimedEmail } from '../../server/features/mail/queuedEmails';
import { createSend, describeFailure } from '../../server/features/mail/transport';
import { readSettings } from '../../server/settings/settings';
import { queuedMail } from '../support/databaseState';
import { openMailbox } from '../support/mailbox';
import { startTestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';

/** Reaches this machine, but is not one of the loopback addresses that the server exempts from TLS. */
const ELSEWHERE = '0.0.0.0';

async function mailboxAt(host: string, offersTls: boolean) {
  const mailbox = await openMailbox(undefined, offersTls);
  onTestFinished(() => mailbox.close());
  return { ...mailbox, url: mailbox.url.replace('127.0.0.1', host) };
}

const EMAIL = {
  id: 'letter-1',
  recipient: SUPERUSER.email,
  subject: 'A subject',
  body: 'A link',
  html: '',
  created_at: new Date(),
} as ClaimedEmail;

const sendBy = (environment: Record<string, string>) =>
  createSend(readSettings(environment))(EMAIL);

it('no email is sent to a mail server without STARTTLS: it stays in the outbox, and the log says why', async () => {
  const mailbox = await mailboxAt(ELSEWHERE, false);
  const server = await startTestServer({ SMTP_URL: mailbox.url, LOG_LEVEL: 'warn' });
  onTestFinished(() => server.close());
  await server.callOk('forgotPassword', { body: { email: SUPERUSER.email } });
  await vi.waitFor(() => expect(server.log()).toContain('a mail could not be sent'), {
    timeout: 30_000,
  });
  expect(server.log()).toContain('"code":"ETLS"');
  expect(server.log()).toContain('does not support STARTTLS');
  expect(server.log()).not.toContain(SUPERUSER.email);
  expect(mailbox.all()).toEqual([]);
  expect(await queuedMail(server.db)).toHaveLength(1);
});

it.each(['false', 'true'])(
  'no email is sent to a mail server with an invalid certificate, with SMTP_ALLOW_PLAINTEXT=%s',
  async (SMTP_ALLOW_PLAINTEXT) => {
    const mailbox = await mailboxAt(ELSEWHERE, true);
    const error: unknown = await sendBy({ SMTP_URL: mailbox.url, SMTP_ALLOW_PLAINTEXT }).catch(
      (thrown: unknown) => thrown,
    );
    expect(describeFailure(error)).toMatchObject({
      originalCode: 'CERT_HAS_EXPIRED',
      cure: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(mailbox.all()).toEqual([]);
  },
);

it.each([
  { host: '127.0.0.1', offersTls: true },
  { host: 'localhost', offersTls: false },
  { host: ELSEWHERE, offersTls: false, SMTP_ALLOW_PLAINTEXT: 'true' },
])(
  'sends an email to a mail server at $host',
  async ({ host, offersTls, SMTP_ALLOW_PLAINTEXT = '' }) => {
    const mailbox = await mailboxAt(host, offersTls);
    await sendBy({ SMTP_URL: mailbox.url, SMTP_ALLOW_PLAINTEXT });
    expect(mailbox.all()).toMatchObject([{ to: SUPERUSER.email }]);
  },
);
