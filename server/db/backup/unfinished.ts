/** The file a backup is written to until it is whole and verified: beside the one it becomes, and gone with the process. */
import { closeSync, fstatSync, openSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** Not just `.part`, which other programs use as well, and whose files may lie in the same folder. */
const ENDING = '.referral-desk.part';

/**
 * Makes the file for a backup, for this process alone, and removes those of backups that were killed in the same folder. A
 * kernel lock tells them from one that is being written; it ends with its process, however that ends.
 * @returns its path, and what removes it, if it is still there, and its lock
 * @throws Error, in words, when another process is writing the same backup
 */
export function openUnfinished(path: string): { part: string; remove: () => void } {
  const part = `${path}${ENDING}`;
  removeKilled(dirname(path));
  const descriptor = makeLocked(part, path);
  return {
    part,
    remove() {
      rmSync(part, { force: true });
      closeSync(descriptor);
    },
  };
}

function makeLocked(part: string, path: string): number {
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
  // Before it was locked, another backup took it for one that was killed, and removes it.
  closeSync(descriptor);
  return makeLocked(part, path);
}

/** Those of other users stay, as all that cannot be removed: they are no reason for this backup to fail. */
function removeKilled(folder: string): void {
  for (const path of unfinishedIn(folder)) {
    try {
      const descriptor = openSync(path, 'r+');
      if (tryLock(descriptor)) rmSync(path);
      closeSync(descriptor);
    } catch {
      // Gone by now, or not ours.
    }
  }
}

function unfinishedIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
      .map(({ name }) => join(folder, name));
  } catch {
    // Writing to a folder does not take the right to list it; that it is missing is said when the file is made.
    return [];
  }
}
