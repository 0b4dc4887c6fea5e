import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Settings } from '../../settings';
import { isNewFolder, takeDataFolder } from '../dataFolder';
import { syncNewFolder, openPGlite } from '../fsyncNodeFs';
import { unmarkMoved } from '../movedMark';
import { freeDiskSpace } from '../freeDiskSpace';
import { openFolder, openServerSession, type Session } from './source';

/** A database to be filled. No other process has it open. */
interface Target extends Session {
  /** @throws Error when nothing more may be written: the embedded database must never meet a full disk. */
  checkRoom(): void;
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
    return { ...session, checkRoom: () => undefined, flush: async () => undefined };
  }
  const unlock = takeDataFolder(DATA_DIR);
  const folder = join(DATA_DIR, 'postgres');
  const isNew = isNewFolder(folder);
  let client: PGlite | undefined;
  const open = async () => {
    client = await openPGlite(folder);
    if (isNew) await syncNewFolder(client, folder);
    return client;
  };
  return {
    ...(await openFolder(open, async () => unlock())),
    checkRoom() {
      if (freeDiskSpace(DATA_DIR) > 0) return;
      throw new Error(`There is no space left on the disk of ${DATA_DIR}. Nothing was changed.`);
    },
    async flush() {
      await client?.exec('CHECKPOINT');
      unmarkMoved(DATA_DIR);
    },
  };
}
