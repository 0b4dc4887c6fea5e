/** The data folder and the embedded database's folder in it: made, taken, and looked at before they are opened. */
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inDataDir } from '../failures/fileFailures';
import { lockFolder } from './folderLock';
import { makeOwnerOnly } from './ownerOnly';
import { freeDiskSpace } from './freeDiskSpace';

const MIB = 1024 * 1024;
/** What a new database and its first work take, beyond what is kept free. */
const NEW_DATABASE = 64 * MIB;
/** The major version of the PostgreSQL within PGlite. */
const MAJOR_VERSION = '18';

/**
 * Makes the data folder if need be, and takes it for this process.
 * @returns how to give it back
 * @throws FolderInUseError when another process has it, or an Error in words that name DATA_DIR
 */
export function takeDataFolder(dataDir: string): () => void {
  return inDataDir(dataDir, () => {
    makeOwnerOnly(dataDir);
    return lockFolder(dataDir);
  });
}

/** Whether there is no database in the folder yet. */
export const isNewFolder = (folder: string) => !existsSync(join(folder, 'PG_VERSION'));

/**
 * Looks at the embedded database's folder before PostgreSQL opens or makes it, which says nothing that helps.
 * @throws Error in words
 */
export function checkDatabaseFolder(folder: string): void {
  inDataDir(dirname(folder), () => {
    if (isNewFolder(folder)) {
      if (existsSync(folder) && readdirSync(folder).length > 0) throw damaged(folder);
      return checkRoom(dirname(folder));
    }
    for (const name of ['', 'PG_VERSION', 'global', 'base', 'pg_wal']) {
      const path = join(folder, name);
      if (!existsSync(path)) throw damaged(folder);
      accessSync(path, constants.R_OK | constants.W_OK);
    }
    const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
    if (version !== MAJOR_VERSION) {
      throw new Error(
        `${folder} was made by PostgreSQL ${version.slice(0, 20)}, and this Referral Desk has PostgreSQL ${MAJOR_VERSION}. ` +
          'Back it up with the version that made it, move the folder aside, and restore the backup (npm run restore -- FILE).',
      );
    }
  });
}

/** The embedded database must never meet a full disk: making a new one would end half-way. */
function checkRoom(dataDir: string): void {
  const room = freeDiskSpace(dataDir);
  if (room >= NEW_DATABASE) return;
  const missing = Math.ceil((NEW_DATABASE - room) / MIB);
  throw new Error(
    `There is no room for a new database in ${dataDir}: ${missing} MiB are missing. Make room on that disk, or name a folder on another one with DATA_DIR.`,
  );
}

/** @param cause what the database says, which helps nobody who has not written it */
export const damaged = (folder: string, cause?: unknown) =>
  new Error(
    `The embedded database in ${folder} cannot be opened: its files are damaged or incomplete. ` +
      'Move that folder aside and restore the newest backup (npm run restore -- FILE); without one, if this was the first start, start again.',
    { cause },
  );
