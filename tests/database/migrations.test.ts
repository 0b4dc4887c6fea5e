/** A database of an earlier version is migrated with its data. One of a later version is refused. */
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../server/db/openDatabase';
import { receipt } from '../../server/db/schema';
import { readSettings } from '../../server/settings/settings';
import { command } from '../support/commands';
import { queuedMail } from '../support/databaseState';
import { createDatabase } from '../support/engines';
import { openMailbox } from '../support/mailbox';
import { makeTemporaryDataDir, requireBuild } from '../support/processCalls';
import { startExpectingFailure } from '../support/serverProcess';
import { startTestServer } from '../support/testServer';

requireBuild();

/** The number of migrations before 0002_mail, and before 0037_receipt_birth_years. */
const BEFORE_MAIL = 2;
const BEFORE_BIRTH_YEARS = 37;

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

it('a receipt has the birth year as filed, whatever it was corrected to', async () => {
  const DATABASE_URL = await createDatabase();
  await createTables(DATABASE_URL, BEFORE_BIRTH_YEARS);
  const corrected = (at: string, from: string, to: string) => sql`
    insert into referral_event (referral_id, at, kind, changes) values ('corrected', ${at}, 'corrected',
      jsonb_build_array(jsonb_build_object('field', 'first_name', 'from', 'Al', 'to', 'Ali'),
        jsonb_build_object('field', 'dob', 'from', ${from}::text, 'to', ${to}::text)))`;
  await execute(DATABASE_URL, [
    sql`insert into site (id, name) values ('s1', 'Any')`,
    ...['corrected', 'untouched'].flatMap((id) => [
      sql`insert into referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob, status)
          values (${id}, ${id}, 's1', '{}', 'Ali', 'Doe', '1', '1', 'Male', '2006-01-01', 'Pending')`,
      sql`insert into receipt (referral_id, code_hash) values (${id}, ${id})`,
    ]),
    corrected('2026-11-02T00:00:00Z', '2005-12-31', '2006-01-01'),
    corrected('2026-11-01T00:00:00Z', '2004-02-29', '2005-12-31'),
  ]);
  const { db, close } = await openDatabase(readSettings({ DATABASE_URL }));
  onTestFinished(close);
  const receipts = await db
    .select({ id: receipt.referral_id, year: receipt.birth_year })
    .from(receipt)
    .orderBy(receipt.referral_id);
  expect(receipts).toEqual([
    { id: 'corrected', year: 2004 },
    { id: 'untouched', year: 2006 },
  ]);
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
