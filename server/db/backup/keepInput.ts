import { createWriteStream, rmSync } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../settings';
import { makeOwnerOnly } from '../ownerOnly';
import { freeDiskSpace } from '../freeDiskSpace';
import { stagedInput, lockStagingDir } from './stagingDir';

/**
 * Keeps an archive that comes as a stream in the data folder: a restore reads it twice, as nothing may be touched before the
 * last bit is known to be right.
 * @returns its path, and what removes it
 * @throws Error, in words, when there is no room, or another process uses the place
 */
export async function keepInput(
  { DATA_DIR }: Settings,
  input: Readable,
): Promise<{ path: string; remove: () => void }> {
  makeOwnerOnly(DATA_DIR);
  const unlock = lockStagingDir(DATA_DIR);
  const path = stagedInput(DATA_DIR);
  const remove = () => {
    rmSync(path, { force: true });
    unlock();
  };
  const checkRoom = new Transform({
    transform(chunk, _encoding, done) {
      const isFull = freeDiskSpace(DATA_DIR) <= 0;
      done(isFull ? new Error(`There is no room left on the disk of ${DATA_DIR}.`) : null, chunk);
    },
  });
  try {
    rmSync(path, { force: true });
    await pipeline(input, checkRoom, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
