/** Servers and mailboxes for the outbox tests. Each closes with its test. */
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, vi } from 'vitest';
import { mail } from '../../server/db/schema';
import { queueEmail } from '../../server/features/mail/outbox';
import { queuedMail } from './databaseState';
import { openMailbox } from './mailbox';
import { startTestServer, type TestServer } from './testServer';
import { uniqueEmail } from './world';

export const PATIENCE = { timeout: 50_000 };

export async function newMailbox(port?: number) {
  const mailbox = await openMailbox(port);
  onTestFinished(() => mailbox.close());
  return mailbox;
}

export async function start(settings: Record<string, string>): Promise<TestServer> {
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
export function someone() {
  const username = uniqueEmail();
  return { accountId: username, username, language: null };
}

/** Queues an email to a new recipient. Returns the address. */
export async function write({ db, app }: TestServer): Promise<string> {
  const to = someone();
  await queueEmail(db, app.settings, to, { kind: 'approved' });
  return to.username;
}

/** Makes every queued email due now and ends any claim. */
export const makeDue = ({ db }: TestServer) =>
  db.execute(sql`update mail set next_attempt_at = now()`);

/** Returns, per queued email, the seconds until the next attempt and the number of attempts so far. */
export const waits = ({ db }: TestServer) =>
  db
    .select({
      attempts: mail.attempts,
      wait: sql<number>`extract(epoch from ${mail.next_attempt_at} - now())::float`,
    })
    .from(mail);

/** Resolves when the outbox is empty. */
export const emptied = ({ db }: TestServer) =>
  vi.waitFor(async () => expect(await queuedMail(db)).toEqual([]), PATIENCE);
