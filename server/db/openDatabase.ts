import { join } from 'node:path';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { type Logger, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Settings } from '../settings/settings';
import { copyDatabase } from './embedded/copyFolder';
import type { Database } from './database';
import { isNewFolder, lockDataFolder } from './dataFolder/dataFolder';
import { createFaultState, type FaultState } from './faultState';
import { EmbeddedPool } from './embedded/embeddedPool';
import { startWorker } from './embedded/startWorker';
import { syncNewFolder } from './embedded/fsyncNodeFs';
import { migrate } from './migrate';
import { requireNotMoved } from './dataFolder/movedMarker';
import { fallBackToUnprepared } from './server/preparedFallback';
import {
  clientWith,
  CONNECTION_SETTINGS,
  type ConnectionSettings,
  POOLED_SETTINGS,
  requireConnectionSettings,
  requireSimilarityThreshold,
} from './server/connectionSettings';
import { trackConnections, setSocketTimeout, onErrorResponse, openPool } from './server/pool';
import { freeDiskSpace } from './dataFolder/freeDiskSpace';
import * as schema from './schema';
import { requireSupportedServer, requireUtf8Locale } from './server/supportedServer';
import { DISK_FULL, PROTOCOL_VIOLATION, READ_ONLY, sqlState } from './sqlState';

export interface OpenDatabase {
  readonly db: Database;
  readonly engine: 'embedded' | 'server';
  /** Whether a write may start: the embedded database must never meet a full disk. */
  hasFreeSpace(): boolean;
  /** Reports a full disk and its end: the embedded database's through `hasFreeSpace`, a server's through its responses. */
  readonly disk: FaultState;
  /** Reports a read-only PostgreSQL, as after a failover, and its end. */
  readonly readOnly: FaultState;
  /** Rejects when the database does not respond or is read-only. */
  ping(): Promise<void>;
  /**
   * Embedded database only: copies its folder to a folder that does not exist yet, while the database works.
   * @returns how long the database was paused, in milliseconds
   */
  copyTo?(folder: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** Receives every statement and its values: only for measurements, never to log them. */
  readonly logger?: Logger;
  /**
   * Milliseconds after which a PostgreSQL server cancels a statement; 0 for no limit, for commands that process all rows in one
   * statement. The embedded database has no limit.
   */
  readonly statementTimeout?: number;
}

/** Milliseconds. Long enough for every call, and short enough that slow statements do not exhaust the pool. */
const STATEMENT_TIMEOUT = 15_000;

/**
 * Opens the database that the settings name, and migrates it.
 * @throws FolderInUseError when another process holds the data folder
 */
export async function openDatabase(
  settings: Settings,
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  return settings.DATABASE_URL
    ? openServer(settings.DATABASE_URL, settings.PREPARED_STATEMENTS, options)
    : openEmbedded(settings.DATA_DIR, options);
}

/** The `application_name` of the server's connections in PostgreSQL. */
export const APPLICATION_NAME = 'referral-desk';

async function openServer(
  url: string,
  preparesStatements: boolean,
  { logger, statementTimeout = STATEMENT_TIMEOUT }: DatabaseOptions,
): Promise<OpenDatabase> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: APPLICATION_NAME,
    // A process that froze within a transaction would hold its locks and block everyone else.
    idle_in_transaction_session_timeout: 10_000,
  };
  const Client = clientWith(await migrateServer(connection));
  const pool = openPool({
    ...connection,
    Client,
    max: 10,
    statement_timeout: statementTimeout,
    lock_timeout: 5_000,
  });
  setSocketTimeout(pool, statementTimeout);
  fallBackToUnprepared(pool, preparesStatements, () => {
    process.stderr.write(
      'Warning: the pooler at DATABASE_URL does not keep prepared statements, so none are used any more. Set PREPARED_STATEMENTS=false, or use PgBouncer 1.21 or later with max_prepared_statements.\n',
    );
  });
  const disk = createFaultState();
  const readOnly = createFaultState();
  const destroyConnections = trackConnections(pool);
  const becomeReadOnly = () => {
    readOnly.set(true);
    // After a failover, new ones lead to the new primary.
    destroyConnections();
  };
  onErrorResponse(pool, (state) => {
    if (state === DISK_FULL) disk.set(true);
    // Deferred, so that the statement rejects with this error, not with that of a destroyed connection.
    if (state === READ_ONLY) setImmediate(becomeReadOnly);
  });
  const db = drizzlePg(pool, { schema, logger });
  return {
    db,
    engine: 'server',
    hasFreeSpace: () => true,
    disk,
    readOnly,
    async ping() {
      const { rows } = await db.execute<{ read_only: string }>(
        sql`select current_setting('transaction_read_only') as read_only`,
      );
      if (rows[0]?.read_only !== 'on') return readOnly.set(false);
      becomeReadOnly();
      throw new Error('The database is read-only');
    },
    close: () => pool.end(),
  };
}

/**
 * Migrates a server's database. There is no statement or lock timeout: a migration may take long, and so may waiting for
 * another process that migrates.
 * @returns the settings that connections may ask for: a pooler refuses some
 */
async function migrateServer(
  connection: pg.PoolConfig,
  settings: ConnectionSettings = CONNECTION_SETTINGS,
): Promise<ConnectionSettings> {
  const pool = openPool({ ...connection, Client: clientWith(settings), max: 1 });
  try {
    const db = drizzlePg(pool, { schema });
    await requireSupportedServer(db);
    await requireUtf8Locale(db);
    await requireConnectionSettings(db);
    await migrate(db);
    await requireSimilarityThreshold(db);
    return settings;
  } catch (error) {
    const isRefused = sqlState(error) === PROTOCOL_VIOLATION;
    if (isRefused && settings === CONNECTION_SETTINGS)
      return await migrateServer(connection, POOLED_SETTINGS);
    throw error;
  } finally {
    await pool.end();
  }
}

async function openEmbedded(dataDir: string, { logger }: DatabaseOptions): Promise<OpenDatabase> {
  const unlock = lockDataFolder(dataDir);
  try {
    requireNotMoved(dataDir);
    const folder = join(dataDir, 'postgres');
    const isNew = isNewFolder(folder);
    const pool = new EmbeddedPool(await startWorker(folder));
    await pool.open();
    const db = drizzlePg(pool as unknown as pg.Pool, { schema, logger });
    await migrate(db);
    if (isNew) await syncNewFolder(pool, folder);
    const disk = createFaultState();
    return {
      db,
      engine: 'embedded',
      hasFreeSpace() {
        disk.set(freeDiskSpace(dataDir) <= 0);
        return !disk.isOn;
      },
      disk,
      readOnly: createFaultState(),
      ping: () => pool.ping(),
      copyTo: (to, signal) => copyDatabase(pool, folder, to, signal),
      async close() {
        await pool.end();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
