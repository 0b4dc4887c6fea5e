/** Opens a database for reading all of it, without changing it or blocking its users. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { Settings } from '../../settings/settings';
import { requestCopy } from './copyRequest';
import { openPGlite } from '../embedded/fsyncNodeFs';
import { clientWith, POOLED_SETTINGS } from '../server/connectionSettings';
import { FolderInUseError, lockFolder } from '../dataFolder/folderLock';
import { requireNotMoved } from '../dataFolder/movedMarker';
import type { Database } from '../database';
import { requireOwner } from '../dataFolder/ownerOnly';
import * as schema from '../schema';
import { stagedCopy, lockStagingDir } from './stagingDir';

/** A command's database: one session, without the server's timeouts. */
export interface Session {
  readonly db: Database;
  close(): Promise<void>;
}

/**
 * Opens the current state of the database that the settings name. If a server holds the embedded database, the server is asked
 * for a copy.
 * @throws Error with a message for the operator when the database cannot be opened
 */
export async function openSource(settings: Settings): Promise<Session> {
  if (settings.DATABASE_URL) return openServerSession(settings.DATABASE_URL, 'backup');
  const { DATA_DIR } = settings;
  const folder = join(DATA_DIR, 'postgres');
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${DATA_DIR}. Is DATA_DIR, or DATABASE_URL, right?`);
  }
  requireOwner(DATA_DIR);
  requireNotMoved(DATA_DIR);
  try {
    const unlock = lockFolder(DATA_DIR);
    return await openEmbeddedSession(
      () => openPGlite(folder),
      async () => unlock(),
    );
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return openCopy(DATA_DIR);
  }
}

export async function openServerSession(url: string, command: string): Promise<Session> {
  const Client = clientWith(POOLED_SETTINGS);
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: `referral-desk-${command}`,
    keepAlive: true,
  });
  // The running query fails; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return { db: drizzlePg(client, { schema }), close: () => client.end() };
}

/** Opens an embedded database; calls `onClosed` when it is closed, or when it cannot be opened. */
export async function openEmbeddedSession(
  open: () => Promise<PGlite>,
  onClosed: () => Promise<void>,
): Promise<Session> {
  try {
    const client = await open();
    return {
      db: drizzlePglite(client, { schema }),
      async close() {
        await client.close();
        await onClosed();
      },
    };
  } catch (error) {
    await onClosed();
    throw error;
  }
}

/** The copy opens like any folder after a power cut. */
async function openCopy(dataDir: string): Promise<Session> {
  const unlock = lockStagingDir(dataDir);
  const copy = stagedCopy(dataDir);
  const open = async () => {
    await requestCopy(dataDir);
    return PGlite.create({ dataDir: copy, extensions: { pg_trgm } });
  };
  return openEmbeddedSession(open, async () => {
    await rm(copy, { recursive: true, force: true });
    unlock();
  });
}
