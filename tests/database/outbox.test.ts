/** Letters on their way: through mail servers that are down, refuse or hesitate, and through the end of our own process. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gt, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mail } from '../../server/db/schema';
import { queueLetter } from '../../server/features/mail/outbox';
import { queuedMail } from '../support/databaseState';
import { createDatabase, ENGINES } from '../support/engines';
import { freePort } from '../support/freePort';
import { openMailbox } from '../support/mailbox';
import { makeDataDir, startServerProcess } from '../support/serverProcess';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER, uniqueEmail } from '../support/world';

const PATIENCE = { timeout: 50_000 };

beforeAll(() => {
  if (!existsSync('dist/server/main.js')) throw new Error('Build first: npm run build');
});

async function newMailbox(port?: number) {
  const mailbox = await openMailbox(port);
  onTestFinished(() => mailbox.close());
  return mailbox;
}

async function start(settings: Record<string, string>) {
  const server = await startTestServer(settings);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...server, close };
}

/** Queues a letter to someone new; answers the address. */
async function write({ db, app }: TestServer): Promise<string> {
  const username = uniqueEmail();
  const to = { accountId: username, username, language: null };
  await queueLetter(db, app.settings, to, { kind: 'approved' });
  return username;
}

/** Ends the wait for the next attempt, and any claim. */
const makeDue = ({ db }: TestServer) => db.execute(sql`update mail set next_attempt_at = now()`);

const emptied = ({ db }: TestServer) =>
  vi.waitFor(async () => expect(await queuedMail(db)).toEqual([]), PATIENCE);

describe.each(ENGINES)('on $engine', ({ settings }) => {
  it('a letter waits while the mail server is down, and is sent once it is there', async () => {
    const port = await freePort();
    const SMTP_URL = `smtp://127.0.0.1:${port}`;
    const server = await start({ ...(await settings()), SMTP_URL });
    const address = await write(server);
    await vi.waitFor(() => expect(server.log()).toContain('a mail could not be sent'), PATIENCE);
    expect(await queuedMail(server.db)).toHaveLength(1);

    const mailbox = await newMailbox(port);
    expect(await mailbox.letterTo(address)).toBeTruthy();
    await emptied(server);
    expect(mailbox.all()).toHaveLength(1);
  });

  it.each(['refuseNow', 'refuseForEver'] as const)(
    'a letter that is refused (%s) is tried again, ever later, and the log does not name its reader',
    async (manner) => {
      const mailbox = await newMailbox();
      mailbox.behave(manner);
      const server = await start({ ...(await settings()), SMTP_URL: mailbox.url });
      const address = await write(server);
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const put = await vi.waitFor(() => postponed(server, attempt), PATIENCE);
        waits.push(put);
        if (attempt === 3) mailbox.behave('take');
        await makeDue(server);
      }
      await mailbox.letterTo(address);
      await emptied(server);
      expect(mailbox.all()).toHaveLength(1);
      expect(waits.map((seconds) => Math.round(seconds / 10))).toEqual([1, 2, 4]);
      expect(server.log()).not.toContain(address);
    },
  );

  it('a letter whose answer takes long does not hold up the others, and is sent once', async () => {
    const mailbox = await newMailbox();
    const server = await start({ ...(await settings()), SMTP_URL: mailbox.url });
    const slow = uniqueEmail();
    mailbox.behave('hold', slow);
    const to = { accountId: slow, username: slow, language: null };
    await queueLetter(server.db, server.app.settings, to, { kind: 'approved' });
    await mailbox.presented(1);
    const others = [await write(server), await write(server)];
    for (const address of others) await mailbox.letterTo(address);

    mailbox.behave('take', slow);
    await mailbox.letterTo(slow);
    await emptied(server);
    await mailbox.presented(3);
    expect(mailbox.all()).toHaveLength(3);
  });

  it('a letter that was taken over is not sent again when the database fails right after', async () => {
    const mailbox = await newMailbox();
    const server = await start({ ...(await settings()), SMTP_URL: mailbox.url });
    await server.db.execute(sql`
      create function keep() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await server.db.execute(
      sql`create trigger keep before delete on mail for each row execute function keep()`,
    );
    await write(server);
    const failed = () => server.log().split('the outbox did not answer').length - 1;
    await vi.waitFor(() => expect(failed()).toBe(1), PATIENCE);
    await makeDue(server);
    await vi.waitFor(() => expect(failed()).toBe(2), PATIENCE);
    await server.db.execute(sql`drop trigger keep on mail`);
    await makeDue(server);
    await emptied(server);
    expect(mailbox.all()).toHaveLength(1);
  });

  it('a letter that could not be sent in its time is given up, and the log says so', async () => {
    const mailbox = await newMailbox();
    mailbox.behave('refuseNow');
    const server = await start({ ...(await settings()), SMTP_URL: mailbox.url });
    const address = await write(server);
    await vi.waitFor(() => postponed(server, 1), PATIENCE);
    await server.db.execute(sql`update mail set expires_at = now(), next_attempt_at = now()`);
    await emptied(server);
    expect(server.log()).toContain('a mail was given up');
    await mailbox.presented(1);
    expect(mailbox.all()).toEqual([]);
    expect(server.log().replace(`"account":"${address}"`, '')).not.toContain(address);
  });

  it('without SMTP_URL a letter becomes a file that only the owner can read, and the log says so', async () => {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const server = await start({ ...(await settings()), DATA_DIR: dataDir });
    const address = await write(server);
    await emptied(server);
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

/** Seconds until the next attempt, once it was put off that many times. */
async function postponed({ db }: TestServer, times: number): Promise<number> {
  const [letter] = await db
    .select({
      attempts: mail.attempts,
      wait: sql<number>`extract(epoch from ${mail.next_attempt_at} - now())::float`,
    })
    .from(mail)
    .where(gt(mail.next_attempt_at, sql`now()`));
  if (letter?.attempts !== times) throw new Error('not put off yet');
  return letter.wait;
}

describe('several processes on one PostgreSQL', () => {
  it('send each letter once between them', async () => {
    const mailbox = await newMailbox();
    const shared = { DATABASE_URL: await createDatabase(), SMTP_URL: mailbox.url };
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
});

describe('the process', () => {
  /** Our process on a PostgreSQL, with a way to ask that for what is in the outbox. */
  async function startProcess(smtpUrl: string) {
    const { dataDir, remove } = makeDataDir();
    onTestFinished(remove);
    const environment = { DATABASE_URL: await createDatabase(), SMTP_URL: smtpUrl };
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
