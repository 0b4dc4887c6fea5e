/** Email delivery by several processes, and across the end of one. */
import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queueEmail } from '../../server/features/mail/outbox';
import { deleteUnsentEmails, extendClaim } from '../../server/features/mail/queuedEmails';
import { queuedMail } from '../support/databaseState';
import { createMigratedDatabase } from '../support/engines';
import {
  waitUntilEmpty,
  newMailbox,
  makeRecipient,
  WAIT_OPTIONS,
  startServer,
  readRetries,
  queueTestEmail,
} from '../support/outbox';
import { makeDataDir, startServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';

/** Seconds. */
const HOUR = 60 * 60;

beforeAll(() => {
  if (!existsSync('dist/server/main.js')) throw new Error('Build first: npm run build');
});

describe('several processes on one PostgreSQL', () => {
  it('extend their claims without waiting for a transaction that replaces one of the emails', async () => {
    const server = await startServer({ DATABASE_URL: await createMigratedDatabase() });
    const [replaced, other] = [makeRecipient(), makeRecipient()];
    for (const to of [replaced, other]) {
      await queueEmail(server.db, server.app.settings, to, { kind: 'assigned' }, { wait: HOUR });
    }
    const ids = await queuedMail(server.db);
    await server.db.transaction(async (tx) => {
      await deleteUnsentEmails(tx, replaced.accountId, 'assigned');
      await server.db.transaction(async (extending) => {
        // Fails at once instead of waiting for the end of the outer transaction, which would never come.
        await extending.execute(sql`set local lock_timeout = '1s'`);
        await extendClaim(extending, ids);
      });
    });
    const claims = (await readRetries(server)).map(({ wait }) => wait < HOUR / 2);
    expect(claims).toEqual([true]);
  });

  it('send each email once', async () => {
    const mailbox = await newMailbox();
    const shared = { DATABASE_URL: await createMigratedDatabase(), SMTP_URL: mailbox.url };
    const servers = [
      await startServer(shared),
      await startServer(shared),
      await startServer(shared),
    ];
    const [first] = servers;
    if (!first) throw new Error('no server');
    const addresses: string[] = [];
    for (let count = 0; count < 40; count += 1) addresses.push(await queueTestEmail(first));
    await waitUntilEmpty(first);
    expect(
      mailbox
        .all()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(addresses.toSorted());
  });

  it('leave an email to the process that sends it, however long the mail server stalls', async () => {
    const mailbox = await newMailbox();
    mailbox.setMode('hold');
    const shared = { DATABASE_URL: await createMigratedDatabase(), SMTP_URL: mailbox.url };
    const first = await startServer(shared);
    await startServer(shared);
    await queueTestEmail(first);
    await mailbox.waitForAttempts(1);
    // The email is not due, so only the process that holds its claim updates it: it keeps extending the claim to a minute from
    // now.
    for (let times = 0; times < 2; times += 1) {
      await first.db.execute(sql`update mail set next_attempt_at = now() + interval '1 day'`);
      await vi.waitFor(async () => {
        const [email] = await readRetries(first);
        expect(email?.wait).toBeGreaterThan(0);
        expect(email?.wait).toBeLessThanOrEqual(60);
      }, WAIT_OPTIONS);
    }
    mailbox.setMode('take');
    await waitUntilEmpty(first);
    expect(mailbox.all()).toHaveLength(1);
  });
});

describe('the process', () => {
  /** Starts a server on PostgreSQL, with a client that reads the outbox. */
  async function startProcess(smtpUrl: string) {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const environment = { DATABASE_URL: await createMigratedDatabase(), SMTP_URL: smtpUrl };
    const launch = async () => {
      const server = await startServerProcess(dataDir, environment);
      onTestFinished(() => server.kill());
      return server;
    };
    const client = new pg.Client({ connectionString: environment.DATABASE_URL });
    await client.connect();
    onTestFinished(() => client.end());
    return { server: await launch(), launch, client };
  }

  async function requestReset(url: string): Promise<void> {
    const answer = await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: SUPERUSER.email }),
    });
    expect(answer.status).toBe(200);
  }

  it('when killed, loses no acknowledged email and sends none twice', async () => {
    const mailbox = await newMailbox();
    const { server, launch, client } = await startProcess(mailbox.url);
    const waiting = async () => (await client.query('select id from mail')).rows.length;
    await requestReset(server.url);
    await mailbox.waitForEmail(SUPERUSER.email);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), WAIT_OPTIONS);

    mailbox.setMode('hold');
    await requestReset(server.url);
    await mailbox.waitForAttempts(2);
    await server.kill();
    // The stalled email was never accepted.
    mailbox.setMode('refuseNow');
    expect(await waiting()).toBe(1);

    mailbox.setMode('take');
    await launch();
    // The claim of the dead process expires after a minute. Here it expires at once.
    await client.query('update mail set next_attempt_at = now()');
    await vi.waitFor(async () => expect(await waiting()).toBe(0), WAIT_OPTIONS);
    expect(mailbox.all()).toHaveLength(2);
    expect(new Set(mailbox.all().map(({ id }) => id)).size).toBe(2);
  });

  it('when asked to stop, completes the email that it is sending', async () => {
    const mailbox = await newMailbox();
    mailbox.setMode('hold');
    const { server, client } = await startProcess(mailbox.url);
    await requestReset(server.url);
    await mailbox.waitForAttempts(1);
    const stopped = server.stop();
    await vi.waitFor(() => expect(server.output()).toContain('stopping'), WAIT_OPTIONS);
    mailbox.setMode('take');
    expect(await stopped).toBe(0);
    expect(mailbox.all()).toHaveLength(1);
    expect((await client.query('select id from mail')).rows).toEqual([]);
  });
});
