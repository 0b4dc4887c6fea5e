import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

export class FolderInUseError extends Error {}

/**
 * Takes the data folder for this process. The embedded database has no lock of its own, and two processes on one folder
 * destroy it. The lock is the kernel's: it ends with the process, however that ends, so it is never stale.
 * @param folder an existing folder
 * @returns how to give it back
 * @throws FolderInUseError, in words, when another process holds it
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
