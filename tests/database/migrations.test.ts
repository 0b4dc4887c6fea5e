/** A data folder of an earlier version is brought up to date with what it holds. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queuedMail } from '../support/databaseState';
import { createDatabase } from '../support/engines';
import { openMailbox } from '../support/mailbox';
import { startTestServer } from '../support/testServer';

const MAILLESS = 2;

it('letters that waited before an update are sent after it', async () => {
  const DATABASE_URL = await createDatabase();
  await createTables(DATABASE_URL, MAILLESS);
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
  expect(await mailbox.letterTo('pat@clinic.example')).toMatchObject({
    subject: 'Your account',
    html: '',
  });
  await vi.waitFor(async () => expect(await queuedMail(server.db)).toEqual([]), {
    timeout: 30_000,
  });
});

/** The tables as the first migrations made them. */
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
