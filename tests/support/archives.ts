/** Helpers for the backup and restore tests: rows that are hard to preserve, table hashes, temporary folders and settings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { ALL_TABLES } from '../../server/db/backup/tables';
import { bootstrap } from '../../server/seed/bootstrap';
import type { Database } from '../../server/db/database';
import { applyMigrations, readMigrations } from '../../server/db/migrate';
import { openDatabase } from '../../server/db/openDatabase';
import { account, account_site, referral, referral_event, site } from '../../server/db/schema';
import { recordAudit } from '../../server/features/audit/trail';
import { readSettings, type Settings } from '../../server/settings/settings';
import { createDatabase } from './engines';
import { SUPERUSER } from './superuser';
import { makeDataDir } from './serverProcess';
import { copyEmbeddedTemplate } from './templates';

/** Creates a folder that is removed when the test finishes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-archives-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns settings with a temporary data folder, plus the given environment variables. */
export function temporarySettings(environment: Record<string, string>): {
  settings: Settings;
  environment: Record<string, string>;
} {
  const { dataDir, remove } = makeDataDir();
  onTestFinished(remove);
  const all = {
    DATA_DIR: dataDir,
    SUPERUSER_EMAIL: SUPERUSER.email,
    SUPERUSER_PASSWORD: SUPERUSER.password,
    ...environment,
  };
  return { settings: readSettings(all), environment: all };
}

/** Makes a PostgreSQL database as an earlier version left it. */
export async function makeEarlier(
  migrations: number,
  fill?: (db: Database) => Promise<void>,
): Promise<Settings> {
  const { settings } = temporarySettings({ DATABASE_URL: await createDatabase() });
  const pool = new pg.Pool({ connectionString: settings.DATABASE_URL });
  const db = drizzle(pool) as unknown as Database;
  await applyMigrations(db, readMigrations().slice(0, migrations));
  await fill?.(db);
  await pool.end();
  return settings;
}

/** Runs `work` on a database opened as by a server. A missing embedded database is copied from the template. */
export async function withDatabase<Result>(
  settings: Settings,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (!settings.DATABASE_URL) await copyEmbeddedTemplate(settings.DATA_DIR);
  const { db, close } = await openDatabase(settings);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const HARD_TEXTS = [
  'Zoë “Ñandú” O’Brien',
  'line one\nline two\ttabbed',
  String.raw`back\slash, "quotes", {braces}, NULL, \u0041, \.`,
  '👩🏽‍⚕️ \u2028 \u200f עברית \u0007',
  '["end",{}]',
];
const MICROSECONDS = '2026-03-29 01:59:59.123456+00';

/**
 * Fills a new database: bootstrap, texts that are hard to preserve in every kind of column, referrals, audit entries, a session.
 * @param count number of referrals
 */
export async function fillDatabase(db: Database, settings: Settings, count = 2_500): Promise<void> {
  await bootstrap(db, settings);
  const siteId = 'site-1';
  await db.insert(site).values({ id: siteId, name: HARD_TEXTS[0] ?? '' });
  const people = HARD_TEXTS.map((fullname, index) => ({
    id: `account-${index}`,
    fullname,
    username: `person${index}@example.org`,
    password_hash: 'x',
    role: 'MANAGER' as const,
    state: 'active' as const,
  }));
  await db.insert(account).values(people);
  await db
    .insert(account_site)
    .values(people.map(({ id }) => ({ account_id: id, site_id: siteId })));
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `Referral-${index}`,
    tracking_id: `R-${index}`,
    site_id: siteId,
    substance: index % 7 === 0 ? [] : ['Alcohol-related', HARD_TEXTS[index % 5] ?? '', 'NULL', ''],
    first_name: HARD_TEXTS[index % 5] ?? '',
    last_name: `Kept ${index}`,
    contact_number: '(555) 010-2030',
    contact_digits: '5550102030',
    sex: 'Other' as const,
    dob: '2005-02-28',
    notes: index % 3 === 0 ? null : HARD_TEXTS.join('\n'),
    status: 'Pending' as const,
    created_by: index % 2 === 0 ? null : `account-${index % 5}`,
    // In the insert: an update of all rows may take longer than a statement may on a busy machine.
    entry_date: sql`${MICROSECONDS}::timestamptz + ${index}::int * interval '1 microsecond'`,
    deleted_at: index === 1 ? sql`'infinity'::timestamptz` : null,
  }));
  for (let done = 0; done < rows.length; done += 500) {
    await db.insert(referral).values(rows.slice(done, done + 500));
  }
  await db.insert(referral_event).values(
    HARD_TEXTS.map((text, index) => ({
      referral_id: `Referral-${index}`,
      actor_id: index % 2 === 0 ? null : `account-${index}`,
      kind: 'corrected' as const,
      changes: [{ field: 'first_name', from: text, to: [text, 'NULL', ''] }],
      text,
    })),
  );
  await db.execute(
    sql`insert into session (id, account_id, remember) values ('session-1', 'account-1', true)`,
  );
  await addAuditEntries(db, 20);
}

export async function addAuditEntries(db: Database, count: number): Promise<void> {
  for (let entry = 0; entry < count; entry += 1) {
    await recordAudit(db, {
      actorId: entry % 2 === 0 ? null : 'account-1',
      action: 'updateReferral',
      recordIds: ['Referral-1', 'Referral-2'],
      outcome: 'done',
      ip: '198.51.100.7',
    });
  }
}

const hashSchema = z.object({ rows: z.array(z.object({ hash: z.string().nullable() })) });

/** Hashes each archived table, computed by the database. `session` is not archived. */
export async function hashArchivedTables(db: Database): Promise<Record<string, string | null>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'UTC'`);
    const hashes: Record<string, string | null> = {};
    for (const name of ALL_TABLES.filter((table) => table !== 'session')) {
      const { rows } = hashSchema.parse(
        await tx.execute(sql`select md5(string_agg(line, '|' order by line collate "C")) as hash
          from (select t::text as line from ${sql.identifier(name)} t) lines`),
      );
      hashes[name] = rows[0]?.hash ?? null;
    }
    return hashes;
  });
}
