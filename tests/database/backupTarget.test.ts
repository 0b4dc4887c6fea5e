/** Databases that a restore may fill or must not change, and archives of earlier versions. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import { bootstrap } from '../../server/seed/bootstrap';
import { readMigrations } from '../../server/db/migrate';
import type { Database } from '../../server/db/database';
import { openDatabase, APPLICATION_NAME } from '../../server/db/openDatabase';
import { account, referral } from '../../server/db/schema';
import { verifyTrail } from '../../server/features/audit/verify';
import { countHeld, rollUpCounters } from '../../server/features/referrals/list/counters';
import { readSettings } from '../../server/settings/settings';
import {
  addAuditEntries,
  fillDatabase,
  hashArchivedTables,
  makeEarlier,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { createDatabase, createMigratedDatabase, ENGINES } from '../support/engines';
import { makeDataDir } from '../support/serverProcess';

const REFUSED = 'Nothing was changed. To replace all of it with the archive, add --replace.';

/** An archive of a small database, and that database's hashes. */
let made: { file: string; hashes: Awaited<ReturnType<typeof hashArchivedTables>> };
const { dataDir, remove } = makeDataDir();
beforeAll(async () => {
  const settings = readSettings({ DATA_DIR: dataDir });
  const hashes = await withDatabase(settings, async (db) => {
    await fillDatabase(db, settings, 40);
    return hashArchivedTables(db);
  });
  const file = join(dataDir, 'made.backup');
  await backUp(settings, file);
  made = { file, hashes };
});
afterAll(remove);

describe.each(ENGINES)('on $engine', ({ settings }) => {
  it('fills a database after a first start, and replaces a used one only with --replace', async () => {
    const { file, hashes } = made;
    const { settings: own } = temporarySettings(await settings());
    await withDatabase(own, (db) => bootstrap(db, own));
    await restore(own, file, { replace: false });
    expect(await withDatabase(own, hashArchivedTables)).toEqual(hashes);

    await expect(restore(own, file, { replace: false })).rejects.toThrow(
      `40 referrals, 6 accounts, 3 sites, 20 entries on record. ${REFUSED}`,
    );
    const changed = await withDatabase(own, async (db) => {
      await addAuditEntries(db, 1);
      return hashArchivedTables(db);
    });
    await expect(restore(own, file, { replace: false })).rejects.toThrow(REFUSED);
    expect(await withDatabase(own, hashArchivedTables)).toEqual(changed);
    await restore(own, file, { replace: true });
    expect(await withDatabase(own, hashArchivedTables)).toEqual(hashes);
  });

  it('refuses a database with one audit entry or one additional account', async () => {
    const { file } = made;
    for (const work of [
      (db: Database) => addAuditEntries(db, 1),
      (db: Database) =>
        db.insert(account).values({
          id: 'a',
          fullname: 'Pat Doe',
          username: 'pat@example.org',
          password_hash: 'x',
          role: 'SUPERUSER',
          state: 'active',
        }),
    ]) {
      const { settings: own } = temporarySettings(await settings());
      await withDatabase(own, async (db) => {
        await bootstrap(db, own);
        await work(db);
      });
      await expect(restore(own, file, { replace: false })).rejects.toThrow(REFUSED);
    }
  });

  it('refuses a database that a server has open, even with --replace', async () => {
    const { file } = made;
    const { settings: own } = temporarySettings(await settings());
    const server = await openDatabase(own);
    onTestFinished(server.close);
    await bootstrap(server.db, own);
    const before = await hashArchivedTables(server.db);
    await expect(restore(own, file, { replace: true })).rejects.toThrow(
      /in use by another Referral Desk|is running on this database/,
    );
    expect(await hashArchivedTables(server.db)).toEqual(before);
  });

  it('refuses to open, back up or replace a database that a newer version has changed', async () => {
    const { settings: own } = temporarySettings(await settings());
    await withDatabase(own, (db) => db.execute(sql`insert into migration (hash) values ('later')`));
    await expect(openDatabase(own)).rejects.toThrow('changed this database (1 unknown migration)');
    const file = join(temporaryFolder(), 'none.backup');
    await expect(backUp(own, file)).rejects.toThrow('A newer version of Referral Desk');
    await expect(restore(own, made.file, { replace: true })).rejects.toThrow(
      'Restore into an empty one',
    );
  });
});

/** The number of migrations before the one that chains the audit trail, which changes existing rows. */
const EARLIER = 4;

async function fillEarlier(db: Database): Promise<void> {
  await db.execute(sql`
    insert into account (id, fullname, username, password_hash, role, state)
    values ('a1', 'Pat Doe', 'pat@clinic.example', 'x', 'SUPERUSER', 'active')`);
  await db.execute(sql`
    insert into audit_event (actor_id, action, record_id, outcome, ip) overriding system value
    select 'a1', 'updateReferral', 'r' || n, 'done', '198.51.100.7' from generate_series(1, 300) n`);
  await db.execute(sql`delete from audit_event where id = 3`);
}

it.each(ENGINES)(
  'a restore migrates an archive of an earlier version on $engine, also into a database of a later version',
  async ({ settings }) => {
    const earlier = await makeEarlier(EARLIER, fillEarlier);
    const file = join(temporaryFolder(), 'earlier.backup');
    await backUp(earlier, file);
    const { settings: own } = temporarySettings(await settings());
    await withDatabase(own, (db) => fillDatabase(db, own, 10));
    await restore(own, file, { replace: true });
    await withDatabase(own, async (db) => {
      expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 299 } });
      const entries = await db.execute(sql`select record_ids from audit_event where id = 3`);
      expect(z.object({ rows: z.unknown() }).parse(entries).rows).toEqual([{ record_ids: ['r4'] }]);
      await addAuditEntries(db, 1);
      expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 300 } });
    });
    // The result can be backed up in turn.
    const again = await backUp(own, join(temporaryFolder(), 'later.backup'));
    expect(again.get('migration')?.rows).toBe(readMigrations().length);
  },
);

/** An archive that the version before migration 0019 wrote, with rows in every table and column that this migration renamed. */
const BEFORE_RENAMES = join(import.meta.dirname, 'archives/before-0019.gz');
/** The number of migrations of that version. */
const MIGRATIONS_BEFORE_RENAMES = 19;

/** The rows of the renamed tables and columns, and the names of everything that migrations create. */
async function readRenamed(db: Database) {
  const select = async (query: SQL) =>
    z.object({ rows: z.array(z.unknown()) }).parse(await db.execute(query)).rows;
  return {
    rows: {
      referral: await select(sql`select id, hold_reason from referral order by 1`),
      counters: await select(
        sql`select is_held, sum(count)::int as count from referral_counter where site_id <> '' group by 1 order by 1`,
      ),
      changes: await select(sql`select is_held, count from referral_counter_change order by 1`),
      words: await select(sql`select word, count from name_word order by 1`),
      throttle: await select(sql`select email_key, failures from login_throttle`),
      limits: await select(sql`select key, is_audited from limit_window`),
      idempotency: await select(sql`select name, record_id from idempotency_record`),
    },
    names: await select(sql`
      select tablename || ' ' || indexdef as name from pg_indexes where schemaname = 'public'
      union all select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
      union all select conrelid::regclass || ' ' || conname from pg_constraint where contype <> 'n' and connamespace = 'public'::regnamespace
      order by 1`),
  };
}

describe.each(ENGINES)('an archive with the names before migration 0019, on $engine', (engine) => {
  it('is restored under the new names, and its counters work', async () => {
    const { settings: own } = temporarySettings(await engine.settings());
    const fresh = await withDatabase(own, readRenamed);
    await restore(own, BEFORE_RENAMES, { replace: false });
    const { rows, names } = await withDatabase(own, readRenamed);
    expect(rows).toEqual({
      referral: [
        { id: 'held-1', hold_reason: 'trap' },
        { id: 'held-2', hold_reason: 'trap' },
        { id: 'live-1', hold_reason: null },
        { id: 'live-2', hold_reason: null },
      ],
      counters: [
        { is_held: false, count: 1 },
        { is_held: true, count: 1 },
      ],
      changes: [
        { is_held: false, count: 1 },
        { is_held: true, count: 1 },
      ],
      // Counted anew by migration 0020, with the archived changes.
      words: [
        { word: 'ana', count: 2 },
        { word: 'doe', count: 2 },
      ],
      throttle: [{ email_key: 'email', failures: 3 }],
      limits: [{ key: 'limit', is_audited: true }],
      idempotency: [{ name: 'name', record_id: 'live-1' }],
    });
    expect(names).toEqual(fresh.names);
    await withDatabase(own, async (db) => {
      expect(await verifyTrail(db)).toMatchObject({ isIntact: true, head: { id: 2 } });
      expect(await countHeld(db)).toBe(2);
      await db.update(referral).set({ hold_reason: null }).where(eq(referral.id, 'held-1'));
      expect(await countHeld(db)).toBe(1);
      await rollUpCounters(db);
      await db.delete(referral).where(eq(referral.id, 'held-2'));
      expect(await countHeld(db)).toBe(0);
    });
  });
});

it('backs up and replaces a database that has the names before migration 0019', async () => {
  const earlier = await makeEarlier(MIGRATIONS_BEFORE_RENAMES);
  // A backup is verified, so it has all tables of its version.
  await backUp(earlier, join(temporaryFolder(), 'earlier.backup'));
  await restore(earlier, BEFORE_RENAMES, { replace: false });
  expect((await withDatabase(earlier, readRenamed)).rows.limits).toHaveLength(1);
});

it('a restore refuses to replace tables with dependent views of others, names the views and keeps them', async () => {
  const { file } = made;
  const { settings: own } = temporarySettings({ DATABASE_URL: await createDatabase() });
  const before = await withDatabase(own, async (db) => {
    await fillDatabase(db, own, 10);
    await db.execute(sql`create view county_report as select count(*) from referral`);
    await db.execute(sql`create materialized view "a week" as select * from county_report`);
    return hashArchivedTables(db);
  });
  const { message } = await restore(own, file, { replace: true }).then(
    () => new Error('restored'),
    (error: Error) => error,
  );
  expect(message).toContain('view county_report depends on table referral');
  const drops = message.match(/^ +drop .*;$/gm) ?? [];
  expect(drops).toHaveLength(2);
  await withDatabase(own, async (db) => {
    expect(await hashArchivedTables(db)).toEqual(before);
    for (const drop of drops) await db.execute(sql.raw(drop));
  });
  await restore(own, file, { replace: true });
});

it('a restore waits for the connections of a server that has just stopped', async () => {
  const { settings: own } = temporarySettings({ DATABASE_URL: await createMigratedDatabase() });
  const ending = new pg.Client({
    connectionString: own.DATABASE_URL,
    application_name: APPLICATION_NAME,
  });
  await ending.connect();
  const ended = setTimeout(500).then(() => ending.end());
  await restore(own, made.file, { replace: false });
  await ended;
  expect(await withDatabase(own, hashArchivedTables)).toEqual(made.hashes);
});

it('a backup refuses a database without our tables', async () => {
  const file = join(temporaryFolder(), 'none.backup');
  const { settings: empty } = temporarySettings({ DATABASE_URL: await createDatabase() });
  await expect(backUp(empty, file)).rejects.toThrow('nothing to back up');
  await expect(backUp(temporarySettings({}).settings, file)).rejects.toThrow(
    'There is no database',
  );
});
