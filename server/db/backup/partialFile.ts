/** The partial file of a backup: it lies beside the final file until the backup is complete and verified. */
import { closeSync, fstatSync, openSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** Not just `.part`: other programs use that suffix too, possibly in the same folder. */
const SUFFIX = '.referral-desk.part';

/**
 * Creates and locks the partial file of a backup, and removes the partial files of killed backups in the same folder. A kernel
 * lock distinguishes them from a file that is being written: it ends with its process, however that ends.
 * @returns the path, and a function that removes the file, if it still exists, and releases the lock
 * @throws Error with a message for the operator when another process is writing the same backup
 */
export function createPartialFile(path: string): { part: string; remove: () => void } {
  const part = `${path}${SUFFIX}`;
  removeStale(dirname(path));
  const descriptor = createLocked(part, path);
  return {
    part,
    remove() {
      rmSync(part, { force: true });
      closeSync(descriptor);
    },
  };
}

function createLocked(part: string, path: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(part, 'wx+', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`Another backup is being written to ${path}. Wait until it is done.`, {
      cause: error,
    });
  }
  if (tryLock(descriptor) && fstatSync(descriptor).nlink > 0) return descriptor;
  // Before this lock, another backup took the file for that of a killed backup, and removes it.
  closeSync(descriptor);
  return createLocked(part, path);
}

/** Files that cannot be removed, such as those of other users, stay: they must not make this backup fail. */
function removeStale(folder: string): void {
  for (const path of listPartialFiles(folder)) {
    try {
      const descriptor = openSync(path, 'r+');
      if (tryLock(descriptor)) rmSync(path);
      closeSync(descriptor);
    } catch {
      // Removed already, or not ours.
    }
  }
}

function listPartialFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
      .map(({ name }) => join(folder, name));
  } catch {
    // Writing to a folder does not require the right to list it. Creating the file reports a missing folder.
    return [];
  }
}
