import { join } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { type Logger, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Settings } from '../settings';
import { copyDatabase } from './copyFolder';
import { isNewFolder, takeDataFolder } from './dataFolder';
import { createDiskState, type DiskState } from './diskState';
import { syncNewFolder, openPGlite } from './fsyncNodeFs';
import { requireUtf8Locale } from './utf8Locale';
import { migrate } from './migrate';
import { refuseMoved } from './movedMark';
import { giveUpOnSilence, onErrorAnswer, openPool } from './pool';
import { freeDiskSpace } from './freeDiskSpace';
import * as schema from './schema';
import { requireVersion } from './serverVersion';
import { DISK_FULL } from './sqlState';

/** What repositories speak to: either engine, in or out of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  readonly db: Database;
  readonly engine: 'embedded' | 'server';
  /** Whether a write may begin: the embedded database must never meet a full disk. */
  hasFreeSpace(): boolean;
  /** A full disk and its end: of the embedded database as `hasRoom` finds it, of a server as its answers say. */
  readonly disk: DiskState;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /**
   * The embedded one only: copies its folder to one that is not there yet, while it works.
   * @returns how long it kept everybody waiting, in milliseconds
   */
  copyTo?(folder: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** Told of every statement and its values: to measure them, never to write them down. */
  readonly logger?: Logger;
}

/**
 * Opens the database that the settings name, and brings its tables up to date.
 * @throws FolderInUseError when another process has the data folder
 */
export async function openDatabase(
  settings: Settings,
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  return settings.DATABASE_URL
    ? openServer(settings.DATABASE_URL, options)
    : openEmbedded(settings.DATA_DIR, options);
}

/** By this name a PostgreSQL knows our connections. */
export const SERVER_NAME = 'referral-desk';

async function openServer(url: string, { logger }: DatabaseOptions): Promise<OpenDatabase> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: SERVER_NAME,
    // A process that froze within a transaction would keep what it has locked, and everybody else waiting.
    idle_in_transaction_session_timeout: 10_000,
  };
  await bringUpToDate(connection);
  const pool = openPool({
    ...connection,
    max: 10,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
  });
  giveUpOnSilence(pool);
  const disk = createDiskState();
  onErrorAnswer(pool, (state) => {
    if (state === DISK_FULL) disk.set(true);
  });
  const db = drizzlePg(pool, { schema, logger });
  return {
    db,
    engine: 'server',
    hasFreeSpace: () => true,
    disk,
    async ping() {
      await db.execute(sql`select 1`);
    },
    close: () => pool.end(),
  };
}

/** Takes as long as it takes, also to wait for another process that does it. */
async function bringUpToDate(connection: pg.PoolConfig): Promise<void> {
  const pool = openPool({ ...connection, max: 1 });
  try {
    const db = drizzlePg(pool, { schema });
    await requireVersion(db);
    await requireUtf8Locale(db);
    await migrate(db);
  } finally {
    await pool.end();
  }
}

async function openEmbedded(dataDir: string, { logger }: DatabaseOptions): Promise<OpenDatabase> {
  const unlock = takeDataFolder(dataDir);
  try {
    refuseMoved(dataDir);
    const folder = join(dataDir, 'postgres');
    const isNew = isNewFolder(folder);
    const client = await openPGlite(folder);
    const db = drizzlePglite(client, { schema, logger });
    await migrate(db);
    if (isNew) await syncNewFolder(client, folder);
    const disk = createDiskState();
    return {
      db,
      engine: 'embedded',
      hasFreeSpace() {
        disk.set(freeDiskSpace(dataDir) <= 0);
        return !disk.isFull;
      },
      disk,
      async ping() {
        await client.query('select 1');
      },
      copyTo: (to, signal) => copyDatabase(client, folder, to, signal),
      async close() {
        await client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
