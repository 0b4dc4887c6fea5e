/** The staging directory, for personal data that a backup or a restore reads. It has the protection of the data folder around it. */
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../settings/settings';
import { FolderInUseError, lockFolder } from '../dataFolder/folderLock';
import { freeDiskSpace } from '../dataFolder/freeDiskSpace';
import { createOwnerOnlyFolder } from '../dataFolder/ownerOnly';

const stagingDir = (dataDir: string) => join(dataDir, 'backup');

/** Path of the copy of the embedded database, while a backup reads it. */
export const stagedCopy = (dataDir: string) => join(stagingDir(dataDir), 'postgres');

/** Path of the archive from standard input, while a restore reads it. */
const stagedInput = (dataDir: string) => join(stagingDir(dataDir), 'standard-input');

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

/**
 * Writes an archive from a stream into the staging directory: a restore reads it twice, because it must not change anything
 * before the last bit is verified.
 * @returns the path, and a function that removes the file
 * @throws Error with a message for the operator when the disk is full, or when another process uses the staging directory
 */
export async function stageInput(
  { DATA_DIR }: Settings,
  input: Readable,
): Promise<{ path: string; remove: () => void }> {
  createOwnerOnlyFolder(DATA_DIR);
  const unlock = lockStagingDir(DATA_DIR);
  const path = stagedInput(DATA_DIR);
  const remove = () => {
    rmSync(path, { force: true });
    unlock();
  };
  const checkFreeSpace = new Transform({
    transform(chunk, _encoding, done) {
      const isFull = freeDiskSpace(DATA_DIR) <= 0;
      done(isFull ? new Error(`There is no space left on the disk of ${DATA_DIR}.`) : null, chunk);
    },
  });
  try {
    rmSync(path, { force: true });
    await pipeline(input, checkFreeSpace, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
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
