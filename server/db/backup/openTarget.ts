import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Settings } from '../../settings';
import { isNewFolder, lockDataFolder } from '../dataFolder';
import { syncNewFolder, openPGlite } from '../fsyncNodeFs';
import { removeMovedMarker } from '../movedMarker';
import { freeDiskSpace } from '../freeDiskSpace';
import { openEmbeddedSession, openServerSession, type Session } from './source';

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
