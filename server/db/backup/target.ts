/** Opens, describes and clears the database that a restore fills. */
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { DrizzleQueryError } from 'drizzle-orm/errors';
import { z } from 'zod';
import type { Settings } from '../../settings/settings';
import { isNewFolder, lockDataFolder } from '../dataFolder/dataFolder';
import type { Database } from '../database';
import { freeDiskSpace } from '../dataFolder/freeDiskSpace';
import { syncNewFolder, openPGlite } from '../embedded/fsyncNodeFs';
import { readMigrations } from '../migrate';
import { removeMovedMarker } from '../dataFolder/movedMarker';
import { APPLICATION_NAME } from '../openDatabase';
import { sqlState } from '../sqlState';
import { queryRows, findExistingTables } from './rows';
import { openEmbeddedSession, openServerSession, type Session } from './source';
import { ALL_TABLES, withFormerNames } from './tables';

/** A database to be filled. No other process has it open. */
interface Target extends Session {
  /** @throws Error when nothing more may be written: the embedded database must never meet a full disk. */
  checkFreeSpace(): void;
  /** Call after the last write: flushes the embedded database and removes its moved marker. */
  flush(): Promise<void>;
}

/**
 * Opens the database that the settings name, without migrating it. Creates the embedded database if it is missing.
 * @throws FolderInUseError when another process holds the data folder
 */
export async function openTarget(settings: Settings): Promise<Target> {
  const { DATA_DIR, DATABASE_URL } = settings;
  if (DATABASE_URL) {
    const session = await openServerSession(DATABASE_URL, 'restore');
    return { ...session, checkFreeSpace: () => undefined, flush: async () => undefined };
  }
  const unlock = lockDataFolder(DATA_DIR);
  const folder = join(DATA_DIR, 'postgres');
  const isNew = isNewFolder(folder);
  let client: PGlite | undefined;
  const open = async () => {
    client = await openPGlite(folder);
    if (isNew) await syncNewFolder(client, folder);
    return client;
  };
  return {
    ...(await openEmbeddedSession(open, async () => unlock())),
    checkFreeSpace() {
      if (freeDiskSpace(DATA_DIR) > 0) return;
      throw new Error(`There is no space left on the disk of ${DATA_DIR}. Nothing was changed.`);
    },
    async flush() {
      await client?.exec('CHECKPOINT');
      removeMovedMarker(DATA_DIR);
    },
  };
}

/** Row counts after `bootstrap`. A restore replaces this data without `--replace`. */
const BOOTSTRAP_COUNTS = { referral: 0, account: 1, site: 2, audit_event: 0 } as const;
const NAMES = {
  referral: 'referrals',
  account: 'accounts',
  site: 'sites',
  audit_event: 'entries on record',
} as const;
/** SQLSTATE: dependent objects still exist. */
const DEPENDENT_OBJECTS = '2BP01';
type CountedTable = keyof typeof BOOTSTRAP_COUNTS;

const countSchema = z.object({ count: z.coerce.number() });

/** Describes what a database holds beyond the data of `bootstrap`; undefined when there is nothing more. */
export async function describeContent(tx: Database): Promise<string | undefined> {
  const tables = await findExistingTables(tx, Object.keys(BOOTSTRAP_COUNTS));
  const counts: [CountedTable, number][] = [];
  for (const table of tables as CountedTable[]) {
    const [found] = await queryRows(
      tx,
      countSchema,
      sql`select count(*) as count from ${sql.identifier(table)}`,
    );
    counts.push([table, found?.count ?? 0]);
  }
  if (counts.every(([table, count]) => count <= BOOTSTRAP_COUNTS[table])) return undefined;
  return counts.map(([table, count]) => `${count} ${NAMES[table]}`).join(', ');
}

/** Counts the connections of server processes to a PostgreSQL database, including those of a process that waits to start. */
export async function countServerConnections(tx: Database): Promise<number> {
  const [found] = await queryRows(
    tx,
    countSchema,
    sql`select count(*) as count from pg_stat_activity
        where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`,
  );
  return found?.count ?? 0;
}

/**
 * Drops everything that the migrations created. Objects that others created on top of it, such as views, are not dropped and
 * make the drop fail.
 * @throws Error with a message for the operator that names those objects
 */
export async function dropSchemaObjects(tx: Database): Promise<void> {
  try {
    await dropMigrationObjects(tx);
  } catch (error) {
    if (sqlState(error) !== DEPENDENT_OBJECTS) throw error;
    // One line per object, a view before the views that depend on it.
    const { detail = '' } = (error as DrizzleQueryError).cause as { detail?: string };
    const views = [...detail.matchAll(/^(?:materialized )?view .+?(?= depends on )/gm)].map(
      ([view]) => `  drop ${view};\n`,
    );
    throw new Error(
      `Other objects depend on the tables, so the tables cannot be replaced:\n${detail.replace(/^/gm, '  ')}\n` +
        'Nothing was changed. Save the definition of each (pg_dump --schema-only), drop it, restore, and create it again.' +
        (views.length > 0
          ? ` These statements drop the views:\n${views.toReversed().join('')}`
          : ''),
      { cause: error },
    );
  }
}

async function dropMigrationObjects(tx: Database): Promise<void> {
  const tables = await findExistingTables(tx, withFormerNames(ALL_TABLES));
  for (const { trigger, table } of await listTriggers(tx, tables)) {
    await tx.execute(sql`drop trigger ${sql.identifier(trigger)} on ${sql.identifier(table)}`);
  }
  const functions = await listFunctions(tx);
  const drop = async (takesRows: boolean) => {
    for (const { signature, takes_rows } of functions) {
      if (takes_rows === takesRows) await tx.execute(sql.raw(`drop function ${signature}`));
    }
  };
  // Functions that take a table's row depend on the table; on the other functions, columns and indexes of tables depend.
  await drop(true);
  if (tables.length > 0) {
    await tx.execute(sql`drop table ${sql.join(tables.map(sql.identifier), sql`, `)}`);
  }
  await drop(false);
}

async function listTriggers(tx: Database, tables: readonly string[]) {
  if (tables.length === 0) return [];
  return queryRows(
    tx,
    z.object({ trigger: z.string(), table: z.string() }),
    sql`select tgname as trigger, relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and relnamespace = current_schema()::text::regnamespace and relname in ${tables}`,
  );
}

/** Lists the functions that migrations create, as the database names them with their argument types. */
async function listFunctions(tx: Database): Promise<{ signature: string; takes_rows: boolean }[]> {
  const statements = readMigrations().flatMap((file) => file.sql);
  const names = statements.flatMap((statement) =>
    [...statement.matchAll(/\bcreate\s+(?:or\s+replace\s+)?function\s+"?(\w+)/gi)].map(
      ([, name = '']) => name,
    ),
  );
  if (names.length === 0) return [];
  return queryRows(
    tx,
    z.object({ signature: z.string(), takes_rows: z.boolean() }),
    sql`select oid::regprocedure::text as signature,
          exists (select from pg_type where oid = any(proargtypes) and typrelid <> 0) as takes_rows
        from pg_proc
        where pronamespace = current_schema()::text::regnamespace and proname in ${[...new Set(names)]}`,
  );
}
