/** Where people's details lie while a backup or a restore reads them: within the data folder, as well guarded as that. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderInUseError, lockFolder } from '../folderLock';

const stagingDir = (dataDir: string) => join(dataDir, 'backup');

/** The copy of the embedded database, while a backup reads it. */
export const stagedCopy = (dataDir: string) => join(stagingDir(dataDir), 'postgres');

/** The archive that came in on standard input, while a restore reads it. */
export const stagedInput = (dataDir: string) => join(stagingDir(dataDir), 'standard-input');

/**
 * Takes the place for this process, which is going to read what lies there.
 * @throws Error, in words, when another one has it
 */
export function lockStagingDir(dataDir: string): () => void {
  mkdirSync(stagingDir(dataDir), { recursive: true, mode: 0o700 });
  try {
    return lockFolder(stagingDir(dataDir));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error('Another backup, or a restore, is under way. Wait until it is done.', {
      cause: error,
    });
  }
}

/** Removes what a backup or a restore that was killed has left; what is being read stays. */
export function removeStaleFiles(dataDir: string): void {
  try {
    const unlock = lockFolder(stagingDir(dataDir));
    for (const path of [stagedCopy(dataDir), stagedInput(dataDir)]) {
      rmSync(path, { recursive: true, force: true });
    }
    unlock();
  } catch {
    // There has been no backup yet, or one is under way.
  }
}
