/** Opens a database to read all of it, without changing it or keeping anybody waiting. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Settings } from '../../settings';
import { requestCopy } from '../copyRequest';
import { openPGlite } from '../fsyncNodeFs';
import { FolderInUseError, lockFolder } from '../folderLock';
import { refuseMoved } from '../movedMark';
import type { Database } from '../openDatabase';
import { requireOwner } from '../ownerOnly';
import * as schema from '../schema';
import { stagedCopy, lockStagingDir } from './stagingDir';

/** A database of the commands' own: one session, and none of the server's limits. */
export interface Session {
  readonly db: Database;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, at the moment it is at now. Of the embedded one a running server is asked for
 * a copy.
 * @throws Error, in words, when that cannot be done
 */
export async function openSource(settings: Settings): Promise<Session> {
  if (settings.DATABASE_URL) return openServerSession(settings.DATABASE_URL, 'backup');
  const { DATA_DIR } = settings;
  const folder = join(DATA_DIR, 'postgres');
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${DATA_DIR}. Is DATA_DIR, or DATABASE_URL, right?`);
  }
  requireOwner(DATA_DIR);
  refuseMoved(DATA_DIR);
  try {
    const unlock = lockFolder(DATA_DIR);
    return await openFolder(
      () => openPGlite(folder),
      async () => unlock(),
    );
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return openCopy(DATA_DIR);
  }
}

export async function openServerSession(url: string, what: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: `referral-desk-${what}`,
    keepAlive: true,
  });
  // What is under way on it fails; unheard, it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return { db: drizzlePg(client, { schema }), close: () => client.end() };
}

/** Opens a folder; `afterwards` comes when it is closed again, or cannot be opened. */
export async function openFolder(
  open: () => Promise<PGlite>,
  afterwards: () => Promise<void>,
): Promise<Session> {
  try {
    const client = await open();
    return {
      db: drizzlePglite(client, { schema }),
      async close() {
        await client.close();
        await afterwards();
      },
    };
  } catch (error) {
    await afterwards();
    throw error;
  }
}

/** The copy is opened like any folder after a power cut. */
async function openCopy(dataDir: string): Promise<Session> {
  const unlock = lockStagingDir(dataDir);
  const copy = stagedCopy(dataDir);
  const open = async () => {
    await requestCopy(dataDir);
    return PGlite.create({ dataDir: copy, extensions: { pg_trgm } });
  };
  return openFolder(open, async () => {
    await rm(copy, { recursive: true, force: true });
    unlock();
  });
}
