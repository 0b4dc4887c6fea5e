/** A database of an earlier version is migrated with its data. One of a later version is refused. */
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings/settings';
import { command } from '../support/commands';
import { queuedMail } from '../support/databaseState';
import { createDatabase } from '../support/engines';
import { openMailbox } from '../support/mailbox';
import { makeTemporaryDataDir, requireBuild } from '../support/processCalls';
import { startExpectingFailure } from '../support/serverProcess';
import { startTestServer } from '../support/testServer';

requireBuild();

/** The number of migrations before 0002_mail. */
const BEFORE_MAIL = 2;

it('emails that were queued before an update are sent after it', async () => {
  const DATABASE_URL = await createDatabase();
  await createTables(DATABASE_URL, BEFORE_MAIL);
  await execute(DATABASE_URL, [
    sql`insert into account (id, fullname, username, password_hash, role, state)
        values ('a1', 'Pat Doe', 'pat@clinic.example', 'x', 'MANAGER', 'active')`,
    sql`insert into mail (id, recipient, subject, body)
        values ('m1', 'pat@clinic.example', 'Your account', 'Approved.')`,
  ]);
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const server = await startTestServer({ DATABASE_URL, SMTP_URL: mailbox.url });
  onTestFinished(() => server.close());
  expect(await mailbox.waitForEmail('pat@clinic.example')).toMatchObject({
    subject: 'Your account',
    html: '',
  });
  await vi.waitFor(async () => expect(await queuedMail(server.db)).toEqual([]), {
    timeout: 30_000,
  });
});

describe('refuses a database with unknown migrations', () => {
  /** Creates a database and changes it as another version would. */
  async function changedBy(change: SQL): Promise<string> {
    const DATABASE_URL = await createDatabase();
    await (await openDatabase(readSettings({ DATABASE_URL }))).close();
    await execute(DATABASE_URL, [change]);
    return DATABASE_URL;
  }

  it('of a newer version, by the server and by commands', async () => {
    const DATABASE_URL = await changedBy(sql`insert into migration (hash) values ('newer')`);
    const environment = { DATA_DIR: makeTemporaryDataDir(), DATABASE_URL };
    for (const ended of [
      await startExpectingFailure(environment),
      await command('verifyAudit', environment),
    ]) {
      expect(ended).toEqual({ code: 1, output: expect.stringContaining('A newer version') });
      expect(ended.output).not.toMatch(/^\s+at /m);
    }
  });

  it('of a development version, which applied another text of a migration', async () => {
    const DATABASE_URL = await changedBy(
      sql`update migration set hash = 'edited' where hash = (select max(hash) from migration)`,
    );
    await expect(openDatabase(readSettings({ DATABASE_URL }))).rejects.toThrow(
      'A development version',
    );
  });
});

/** Creates the tables as of the first migrations. */
async function createTables(url: string, migrations: number): Promise<void> {
  const migrationsFolder = join(import.meta.dirname, '../../server/db/migrations');
  const files = readMigrationFiles({ migrationsFolder }).slice(0, migrations);
  await execute(url, [
    sql`create table migration (hash text primary key, applied_at timestamptz not null default now())`,
    ...files.flatMap((file) => [
      ...file.sql.map((statement) => sql.raw(statement)),
      sql`insert into migration (hash) values (${file.hash})`,
    ]),
  ]);
}

async function execute(url: string, statements: ReturnType<typeof sql>[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  const db = drizzle(pool);
  for (const statement of statements) await db.execute(statement);
  await pool.end();
}
