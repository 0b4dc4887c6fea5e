/** Creates, locks and checks the data folder, and checks the embedded database's folder in it, before either is opened. */
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withDataDirErrors } from './fileFailures';
import { lockFolder } from './folderLock';
import { createOwnerOnlyFolder } from './ownerOnly';
import { freeDiskSpace } from './freeDiskSpace';

const MIB = 1024 * 1024;
/** Bytes that a new database and its first writes take, on top of the space that must stay free. */
const NEW_DATABASE_SIZE = 64 * MIB;
/** The major version of the PostgreSQL in PGlite. */
const MAJOR_VERSION = '18';

/**
 * Creates the data folder if it is missing, and locks it for this process.
 * @returns a function that releases the lock
 * @throws FolderInUseError when another process holds the lock, or an Error with a message for the operator that names DATA_DIR
 */
export function lockDataFolder(dataDir: string): () => void {
  return withDataDirErrors(dataDir, () => {
    createOwnerOnlyFolder(dataDir);
    return lockFolder(dataDir);
  });
}

/** Whether the folder holds no database yet. */
export const isNewFolder = (folder: string) => !existsSync(join(folder, 'PG_VERSION'));

/**
 * Checks the embedded database's folder before PostgreSQL opens or creates it, because PostgreSQL's own errors do not help.
 * @throws Error with a message for the operator
 */
export function checkDatabaseFolder(folder: string): void {
  withDataDirErrors(dirname(folder), () => {
    if (isNewFolder(folder)) {
      if (existsSync(folder) && readdirSync(folder).length > 0) throw damagedDatabaseError(folder);
      return checkFreeSpace(dirname(folder));
    }
    for (const name of ['', 'PG_VERSION', 'global', 'base', 'pg_wal']) {
      const path = join(folder, name);
      if (!existsSync(path)) throw damagedDatabaseError(folder);
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

/** The embedded database must never meet a full disk: creating a new one would stop half-way. */
function checkFreeSpace(dataDir: string): void {
  const free = freeDiskSpace(dataDir);
  if (free >= NEW_DATABASE_SIZE) return;
  const missing = Math.ceil((NEW_DATABASE_SIZE - free) / MIB);
  throw new Error(
    `There is no room for a new database in ${dataDir}: ${missing} MiB are missing. Free space on that disk, or set DATA_DIR to a folder on another disk.`,
  );
}

/** @param cause the database's own error, whose message does not help the operator */
export const damagedDatabaseError = (folder: string, cause?: unknown) =>
  new Error(
    `The embedded database in ${folder} cannot be opened: its files are damaged or incomplete. ` +
      'Move that folder aside and restore the newest backup (npm run restore -- FILE); without one, if this was the first start, start again.',
    { cause },
  );
