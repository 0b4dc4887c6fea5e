import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './database';

/** Key of the advisory lock that serializes processes that start together. Any constant number works. */
export const MIGRATION_LOCK = 726_301;

/** Reads all migrations in order. */
export const readMigrations = (): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') });

/**
 * Migrates the tables in one transaction and under an advisory lock: several processes may start at once, and a failed
 * migration leaves nothing behind. The table `migration` records each applied migration by the hash of its file.
 * @throws Error with a message for the operator when the database has migrations that this version does not know
 */
export async function migrate(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await disableTimeouts(tx);
    await lockMigrations(tx);
    await requireOwnSchema(tx);
    const files = readMigrations();
    if (await hasMigrationTable(tx)) requireKnownMigrations(await readAppliedHashes(tx), files);
    await applyMigrations(tx, files);
  });
}

/** Disables the timeouts of the database and the role for this transaction. PostgreSQL before 17 has no transaction_timeout. */
export async function disableTimeouts(tx: Database): Promise<void> {
  await tx.execute(sql`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
}

/**
 * Checks that the tables are not in a schema other than the first of the search_path: the migrations would create a second,
 * empty set.
 * @throws Error with a message for the operator
 */
async function requireOwnSchema(tx: Database): Promise<void> {
  const { rows } = (await tx.execute(sql`
    select relnamespace::regnamespace::text as schema from pg_class
    where relname = 'migration' and relkind = 'r' and relnamespace <> current_schema()::text::regnamespace
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'hash')
      and exists (select from pg_class other
        where other.relname = 'referral' and other.relnamespace = pg_class.relnamespace)
      and not exists (select from pg_class own
        where own.relname = 'migration' and own.relnamespace = current_schema()::text::regnamespace)`)) as {
    rows: { schema: string }[];
  };
  const [found] = rows;
  if (!found) return;
  throw new Error(
    `The tables of Referral Desk are in the schema ${found.schema}, which is no longer the first in the search_path of the user of DATABASE_URL. ` +
      `Run as the database's owner: alter role … set search_path = ${found.schema}; or name another database in DATABASE_URL.`,
  );
}

/** Waits for the migration lock and holds it until this transaction ends. */
export async function lockMigrations(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}

/** Applies the missing migrations. Call it in a transaction that holds the migration lock. */
export async function applyMigrations(
  tx: Database,
  files: readonly MigrationMeta[],
): Promise<void> {
  await tx.execute(sql`
    create table if not exists migration (hash text primary key, applied_at timestamptz not null default now())`);
  const known = new Set(await readAppliedHashes(tx));
  for (const file of files) {
    if (known.has(file.hash)) continue;
    for (const statement of file.sql) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into migration (hash) values (${file.hash})`);
  }
}

/**
 * Checks that this version knows all applied migrations.
 * @param applied hashes of the applied migrations
 * @throws Error with a message for the operator
 */
export function requireKnownMigrations(
  applied: readonly string[],
  files: readonly MigrationMeta[],
): void {
  const known = new Set(files.map(({ hash }) => hash));
  const unknown = applied.filter((hash) => !known.has(hash)).length;
  if (unknown === 0) return;
  // Migrations are only added: a newer version has applied all of ours, and then its own.
  if (files.every(({ hash }) => applied.includes(hash))) {
    throw new Error(
      `A newer version of Referral Desk has changed this database (${unknown} unknown ${unknown === 1 ? 'migration' : 'migrations'}). ` +
        'Use that version, or restore a backup made with this one into an empty database.',
    );
  }
  throw new Error(
    'A development version of Referral Desk made this database, whose migrations were changed before they were released, so it cannot be migrated. ' +
      'Use that version, or name an empty database with DATABASE_URL or DATA_DIR.',
  );
}

/**
 * Maps the hashes of applied migrations to the migrations, in order: always the first ones of all migrations.
 * @param hashes of the applied migrations, in any order
 * @returns undefined when this version could not have applied exactly these, as after an update to a newer version
 */
export function findAppliedMigrations(hashes: readonly string[]): MigrationMeta[] | undefined {
  const applied = new Set(hashes);
  const first = readMigrations().slice(0, applied.size);
  return first.length === applied.size && first.every(({ hash }) => applied.has(hash))
    ? first
    : undefined;
}

async function hasMigrationTable(db: Database): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`select to_regclass('migration') is not null as is_there`,
  )) as { rows: { is_there: boolean }[] };
  return rows[0]?.is_there === true;
}

/** Returns the hashes of the applied migrations, in no particular order. */
export async function readAppliedHashes(db: Database): Promise<string[]> {
  const { rows } = (await db.execute(sql`select hash from migration`)) as {
    rows: { hash: string }[];
  };
  return rows.map(({ hash }) => hash);
}
