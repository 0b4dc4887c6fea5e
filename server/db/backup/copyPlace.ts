/** Where the copy of the embedded database lies while a backup reads it: within the data folder, as well guarded as that. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderInUseError, lockFolder } from '../folderLock';

const placeIn = (dataDir: string) => join(dataDir, 'backup');

/** The copy itself. */
export const copyOf = (dataDir: string) => join(placeIn(dataDir), 'postgres');

/**
 * Takes the place for this process, which is going to read the copy.
 * @throws Error, in words, when another one has it
 */
export function lockCopy(dataDir: string): () => void {
  mkdirSync(placeIn(dataDir), { recursive: true, mode: 0o700 });
  try {
    return lockFolder(placeIn(dataDir));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error('Another backup is under way. Wait until it is done.', { cause: error });
  }
}

/** Removes the copy of a backup that was killed; one that is being read stays. */
export function dropStaleCopy(dataDir: string): void {
  try {
    const unlock = lockFolder(placeIn(dataDir));
    rmSync(copyOf(dataDir), { recursive: true, force: true });
    unlock();
  } catch {
    // There has been no backup yet, or one is under way.
  }
}
