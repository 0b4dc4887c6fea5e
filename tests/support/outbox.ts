/** Servers and mailboxes for the outbox tests. Each closes with its test. */
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, vi } from 'vitest';
import { mail } from '../../server/db/schema';
import { queueEmail } from '../../server/features/mail/outbox';
import { queuedMail } from './databaseState';
import { openMailbox } from './mailbox';
import { startTestServer, type TestServer } from './testServer';
import { uniqueEmail } from './fixtures';

export const WAIT_OPTIONS = { timeout: 50_000 };

export async function newMailbox(port?: number) {
  const mailbox = await openMailbox(port);
  onTestFinished(() => mailbox.close());
  return mailbox;
}

export async function startServer(settings: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer(settings);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...server, close };
}

/** Makes a new recipient. Its account ID is its email address. */
export function makeRecipient() {
  const username = uniqueEmail();
  return { accountId: username, username, language: null };
}

/** Queues an email to a new recipient. Returns the address. */
export async function queueTestEmail({ db, app }: TestServer): Promise<string> {
  const to = makeRecipient();
  await queueEmail(db, app.settings, to, { kind: 'approved' });
  return to.username;
}

/** Makes every queued email due now and ends any claim. */
export const makeDue = ({ db }: TestServer) =>
  db.execute(sql`update mail set next_attempt_at = now()`);

/** Returns, per queued email, the seconds until the next attempt and the number of attempts so far. */
export const readRetries = ({ db }: TestServer) =>
  db
    .select({
      attempts: mail.attempts,
      wait: sql<number>`extract(epoch from ${mail.next_attempt_at} - now())::float`,
    })
    .from(mail);

/** Resolves when the outbox is empty. */
export const waitUntilEmpty = ({ db }: TestServer) =>
  vi.waitFor(async () => expect(await queuedMail(db)).toEqual([]), WAIT_OPTIONS);
