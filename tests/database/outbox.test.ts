/** Email delivery through mail servers that are down, refuse or stall. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { queueEmail } from '../../server/features/mail/outbox';
import { queuedMail } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import { freePort } from '../../scripts/programs/freePort';
import {
  waitUntilEmpty,
  makeDue,
  newMailbox,
  WAIT_OPTIONS,
  makeRecipient,
  startServer,
  readRetries,
  queueTestEmail,
} from '../support/outbox';
import { makeDataDir } from '../support/serverProcess';
import type { TestServer } from '../support/testServer';

describe.each(DEFAULT_ENGINES)('on $engine', ({ settings }) => {
  it('keeps an email while the mail server is down, and sends it when it is back', async () => {
    const port = await freePort();
    const SMTP_URL = `smtp://127.0.0.1:${port}`;
    const server = await startServer({ ...(await settings()), SMTP_URL });
    const address = await queueTestEmail(server);
    await vi.waitFor(
      () => expect(server.log()).toContain('a mail could not be sent'),
      WAIT_OPTIONS,
    );
    expect(await queuedMail(server.db)).toHaveLength(1);

    const mailbox = await newMailbox(port);
    expect(await mailbox.waitForEmail(address)).toBeTruthy();
    await waitUntilEmpty(server);
    expect(mailbox.all()).toHaveLength(1);
  });

  it.each(['refuseNow', 'refuseForEver'] as const)(
    'retries a refused email (%s) with exponential backoff, and does not log its recipient',
    async (manner) => {
      const mailbox = await newMailbox();
      mailbox.setMode(manner);
      const server = await startServer({ ...(await settings()), SMTP_URL: mailbox.url });
      const address = await queueTestEmail(server);
      const delays: number[] = [];
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const delay = await vi.waitFor(() => findDelay(server, attempt), WAIT_OPTIONS);
        delays.push(delay);
        if (attempt === 3) mailbox.setMode('take');
        await makeDue(server);
      }
      await mailbox.waitForEmail(address);
      await waitUntilEmpty(server);
      expect(mailbox.all()).toHaveLength(1);
      expect(delays.map((seconds) => Math.round(seconds / 10))).toEqual([1, 2, 4]);
      expect(server.log()).not.toContain(address);
    },
  );

  it('does not delay other emails when one stalls, and sends that one once', async () => {
    const mailbox = await newMailbox();
    const server = await startServer({ ...(await settings()), SMTP_URL: mailbox.url });
    const to = makeRecipient();
    const slow = to.username;
    mailbox.setMode('hold', slow);
    await queueEmail(server.db, server.app.settings, to, { kind: 'approved' });
    await mailbox.waitForAttempts(1);
    const others = [await queueTestEmail(server), await queueTestEmail(server)];
    for (const address of others) await mailbox.waitForEmail(address);

    mailbox.setMode('take', slow);
    await mailbox.waitForEmail(slow);
    await waitUntilEmpty(server);
    await mailbox.waitForAttempts(3);
    expect(mailbox.all()).toHaveLength(3);
  });

  it('does not send an accepted email again when the database fails right afterwards', async () => {
    const mailbox = await newMailbox();
    const server = await startServer({ ...(await settings()), SMTP_URL: mailbox.url });
    await server.db.execute(sql`
      create function keep() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await server.db.execute(
      sql`create trigger keep before delete on mail for each row execute function keep()`,
    );
    await queueTestEmail(server);
    const failed = () => server.log().split('the outbox could not be updated').length - 1;
    await vi.waitFor(() => expect(failed()).toBe(1), WAIT_OPTIONS);
    await makeDue(server);
    await vi.waitFor(() => expect(failed()).toBe(2), WAIT_OPTIONS);
    await server.db.execute(sql`drop trigger keep on mail`);
    await makeDue(server);
    await waitUntilEmpty(server);
    expect(mailbox.all()).toHaveLength(1);
  });

  it('gives up an expired email that could not be sent, and logs it', async () => {
    const mailbox = await newMailbox();
    mailbox.setMode('refuseNow');
    const server = await startServer({ ...(await settings()), SMTP_URL: mailbox.url });
    const address = await queueTestEmail(server);
    await vi.waitFor(() => findDelay(server, 1), WAIT_OPTIONS);
    await server.db.execute(sql`update mail set expires_at = now(), next_attempt_at = now()`);
    await waitUntilEmpty(server);
    expect(server.log()).toContain('a mail was given up');
    await mailbox.waitForAttempts(1);
    expect(mailbox.all()).toEqual([]);
    expect(server.log().replace(`"account":"${address}"`, '')).not.toContain(address);
  });

  it('sends an email that expired while no process ran, unless its link has expired', async () => {
    const mailbox = await newMailbox();
    const server = await startServer({ ...(await settings()), SMTP_URL: mailbox.url });
    const [recipient, late] = [makeRecipient(), makeRecipient()];
    // In one transaction, so that nothing is sent before it expires.
    await server.db.transaction(async (tx) => {
      await queueEmail(tx, server.app.settings, late, { kind: 'resetLink', token: 'dead' });
      await queueEmail(tx, server.app.settings, recipient, { kind: 'approved' });
      await tx.execute(sql`update mail set expires_at = now() - interval '1 day'`);
    });
    await waitUntilEmpty(server);
    expect(mailbox.all().map(({ to }) => to)).toEqual([recipient.username]);
    expect(server.log().split('a mail was given up')).toHaveLength(2);
  });

  it('sends an email that replaces another no later than that one was due', async () => {
    const server = await startServer(await settings());
    const to = makeRecipient();
    const queue = (wait: number) =>
      queueEmail(server.db, server.app.settings, to, { kind: 'assigned' }, { wait });
    for (const wait of [40, 60, 30, 60]) await queue(wait);
    const due = await readRetries(server);
    expect(due).toHaveLength(1);
    expect(due[0]?.wait).toBeLessThanOrEqual(30);
  });

  it('without SMTP_URL, writes an email to a file that only the owner can read, and logs it', async () => {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const server = await startServer({ ...(await settings()), DATA_DIR: dataDir });
    const address = await queueTestEmail(server);
    await waitUntilEmpty(server);
    const folder = join(dataDir, 'outbox');
    const names = readdirSync(folder);
    expect(names).toEqual([expect.stringMatching(/^[\w-]+\.eml$/)]);
    const path = join(folder, names[0] ?? '');
    const content = readFileSync(path, 'utf8');
    expect(content).toContain(`To: ${address}`);
    expect(content).toContain('Content-Type: text/html');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(server.log()).toContain('no SMTP_URL: mails are written to the outbox folder');
  });
});

/** Returns the seconds until the next attempt of an email that was postponed this many times. */
async function findDelay(server: TestServer, times: number): Promise<number> {
  const email = (await readRetries(server)).find(
    ({ attempts, wait }) => attempts === times && wait > 0,
  );
  if (!email) throw new Error('not postponed yet');
  return email.wait;
}
