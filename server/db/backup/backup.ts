import { createWriteStream, existsSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { Settings } from '../../settings/settings';
import { syncPath } from '../dataFolder/syncPath';
import { freeDiskSpace } from '../dataFolder/freeDiskSpace';
import { verifyArchive } from './readArchive';
import type { TableSummary } from './rows';
import { openSource } from './source';
import { createPartialFile } from './partialFile';
import { writeArchive } from './writeArchive';

type Contents = ReadonlyMap<string, TableSummary>;

/**
 * Writes an archive of the database that the settings name: a consistent snapshot. The server may keep running.
 * @param checkFreeSpace called while writing; throws when nothing more may be written
 * @returns the content of each table
 * @throws Error with a message for the operator
 */
export async function backUpToStream(
  settings: Settings,
  out: Writable,
  checkFreeSpace = () => {},
): Promise<Contents> {
  const source = await openSource(settings);
  try {
    return await writeArchive(source.db, out, checkFreeSpace);
  } finally {
    await source.close();
  }
}

/**
 * Writes an archive like `backUpToStream` to a file that only its owner can read. The file gets its name when it is complete,
 * flushed and verified.
 * @throws Error with a message for the operator; no file of that name exists then
 */
export async function backUp(settings: Settings, path: string): Promise<Contents> {
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another name.`);
  const { part, remove } = createPartialFile(path);
  const out = createWriteStream(part, { fd: openSync(part, 'r+'), flush: true });
  try {
    const contents = await backUpToStream(settings, out, () => {
      // A server may use the same disk, and must never meet a full one.
      if (freeDiskSpace(part) <= 0)
        throw new Error(`There is no space left on the disk of ${path}.`);
    });
    await verifyArchive(part);
    renameSync(part, path);
    syncPath(dirname(path));
    return contents;
  } catch (error) {
    out.destroy();
    throw error;
  } finally {
    remove();
  }
}
