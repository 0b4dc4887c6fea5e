import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

export class FolderInUseError extends Error {}

/**
 * Locks the data folder for this process. The embedded database has no lock of its own, and two processes on one folder
 * destroy it. The kernel holds the lock and releases it when the process ends, even by a crash, so it is never stale.
 * @param folder an existing folder
 * @returns a function that releases the lock
 * @throws FolderInUseError with a message for the operator when another process holds the lock
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const descriptor = openSync(path, 'a+', 0o600);
  if (!tryLock(descriptor)) {
    const holder = readFileSync(path, 'utf8').trim();
    closeSync(descriptor);
    throw new FolderInUseError(
      `The data folder ${folder} is in use by another Referral Desk process${holder && ` (process ${holder})`}.\n` +
        'Stop that one first, or give this one its own folder with DATA_DIR.',
    );
  }
  ftruncateSync(descriptor);
  writeSync(descriptor, `${process.pid}\n`);
  return () => closeSync(descriptor);
}
