/** Letters among several processes, and through the end of one. */
import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMigrated } from '../support/engines';
import { emptied, newMailbox, PATIENCE, start, waits, write } from '../support/outbox';
import { makeDataDir, startServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/world';

beforeAll(() => {
  if (!existsSync('dist/server/main.js')) throw new Error('Build first: npm run build');
});

describe('several processes on one PostgreSQL', () => {
  it('send each letter once between them', async () => {
    const mailbox = await newMailbox();
    const shared = { DATABASE_URL: await createMigrated(), SMTP_URL: mailbox.url };
    const servers = [await start(shared), await start(shared), await start(shared)];
    const [first] = servers;
    if (!first) throw new Error('no server');
    const addresses: string[] = [];
    for (let count = 0; count < 40; count += 1) addresses.push(await write(first));
    await emptied(first);
    expect(
      mailbox
        .all()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(addresses.toSorted());
  });

  it('leave a letter to who is sending it, however long the mail server hesitates', async () => {
    const mailbox = await newMailbox();
    mailbox.behave('hold');
    const shared = { DATABASE_URL: await createMigrated(), SMTP_URL: mailbox.url };
    const first = await start(shared);
    await start(shared);
    await write(first);
    await mailbox.presented(1);
    // Never due meanwhile, so only who holds it can touch it: it claims the letter for a minute from now, again and again.
    for (let times = 0; times < 2; times += 1) {
      await first.db.execute(sql`update mail set next_attempt_at = now() + interval '1 day'`);
      await vi.waitFor(async () => {
        const [letter] = await waits(first);
        expect(letter?.wait).toBeGreaterThan(0);
        expect(letter?.wait).toBeLessThanOrEqual(60);
      }, PATIENCE);
    }
    mailbox.behave('take');
    await emptied(first);
    expect(mailbox.all()).toHaveLength(1);
  });
});

describe('the process', () => {
  /** Our process on a PostgreSQL, with a way to ask that for what is in the outbox. */
  async function startProcess(smtpUrl: string) {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const environment = { DATABASE_URL: await createMigrated(), SMTP_URL: smtpUrl };
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

  async function forget(url: string): Promise<void> {
    const answer = await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: SUPERUSER.email }),
    });
    expect(answer.status).toBe(200);
  }

  it('killed, loses no letter it had acknowledged and not sent, and does not send twice what it had', async () => {
    const mailbox = await newMailbox();
    const { server, launch, client } = await startProcess(mailbox.url);
    const waiting = async () => (await client.query('select id from mail')).rows.length;
    await forget(server.url);
    await mailbox.letterTo(SUPERUSER.email);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENCE);

    mailbox.behave('hold');
    await forget(server.url);
    await mailbox.presented(2);
    await server.kill();
    // The one that was held was never taken over.
    mailbox.behave('refuseNow');
    expect(await waiting()).toBe(1);

    mailbox.behave('take');
    await launch();
    // What the dead process had in hand is free after a minute; here it is at once.
    await client.query('update mail set next_attempt_at = now()');
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENCE);
    expect(mailbox.all()).toHaveLength(2);
    expect(new Set(mailbox.all().map(({ id }) => id)).size).toBe(2);
  });

  it('asked to stop, sends to its end what it is sending', async () => {
    const mailbox = await newMailbox();
    mailbox.behave('hold');
    const { server, client } = await startProcess(mailbox.url);
    await forget(server.url);
    await mailbox.presented(1);
    const stopped = server.stop();
    await vi.waitFor(() => expect(server.output()).toContain('stopping'), PATIENCE);
    mailbox.behave('take');
    expect(await stopped).toBe(0);
    expect(mailbox.all()).toHaveLength(1);
    expect((await client.query('select id from mail')).rows).toEqual([]);
  });
});
