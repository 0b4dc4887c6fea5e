import { createWriteStream, existsSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { Settings } from '../../settings';
import { syncPath } from '../fsyncNodeFs';
import { freeDiskSpace } from '../freeDiskSpace';
import { verifyArchive } from './readArchive';
import type { Content } from './rows';
import { openSource } from './source';
import { openUnfinished } from './unfinished';
import { writeArchive } from './writeArchive';

type Contents = ReadonlyMap<string, Content>;

/**
 * Writes an archive of the database that the settings name, as it is at one moment. The server may go on.
 * @param checkRoom throws when no more should be written; asked now and then
 * @returns what each table holds
 * @throws Error, in words
 */
export async function backUpTo(
  settings: Settings,
  out: Writable,
  checkRoom = () => {},
): Promise<Contents> {
  const source = await openSource(settings);
  try {
    return await writeArchive(source.db, out, checkRoom);
  } finally {
    await source.close();
  }
}

/**
 * The same into a file that only its owner can read. It has its name once it is whole, on disk, and was read again.
 * @throws Error, in words; there is no file of that name then
 */
export async function backUp(settings: Settings, path: string): Promise<Contents> {
  if (existsSync(path)) throw new Error(`${path} is there already. Choose another name.`);
  const { part, remove } = openUnfinished(path);
  const out = createWriteStream(part, { fd: openSync(part, 'r+'), flush: true });
  try {
    const contents = await backUpTo(settings, out, () => {
      // A server may be on the same disk, and must not meet its end.
      if (freeDiskSpace(part) <= 0)
        throw new Error(`There is no room left on the disk of ${path}.`);
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
