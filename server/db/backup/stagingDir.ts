/** The staging directory, for personal data that a backup or a restore reads. It has the protection of the data folder around it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderInUseError, lockFolder } from '../folderLock';

const stagingDir = (dataDir: string) => join(dataDir, 'backup');

/** Path of the copy of the embedded database, while a backup reads it. */
export const stagedCopy = (dataDir: string) => join(stagingDir(dataDir), 'postgres');

/** Path of the archive from standard input, while a restore reads it. */
export const stagedInput = (dataDir: string) => join(stagingDir(dataDir), 'standard-input');

/**
 * Locks the staging directory for this process.
 * @returns a function that releases the lock
 * @throws Error with a message for the operator when another process holds the lock
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

/** Removes the files of a killed backup or restore. Files in use stay. */
export function removeStaleFiles(dataDir: string): void {
  try {
    const unlock = lockFolder(stagingDir(dataDir));
    for (const path of [stagedCopy(dataDir), stagedInput(dataDir)]) {
      rmSync(path, { recursive: true, force: true });
    }
    unlock();
  } catch {
    // No backup has run yet, or one is running.
  }
}
