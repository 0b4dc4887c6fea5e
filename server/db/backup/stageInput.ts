import { createWriteStream, rmSync } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../settings';
import { createOwnerOnlyFolder } from '../ownerOnly';
import { freeDiskSpace } from '../freeDiskSpace';
import { stagedInput, lockStagingDir } from './stagingDir';

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
