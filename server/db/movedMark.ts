/**
 * The mark of a data folder whose embedded database was given up for a PostgreSQL. Opened all the same, by a command without
 * the service's settings, it would look whole and be out of date.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../settings';
import { describeDatabase } from './databaseAddress';
import { syncPath } from './fsyncNodeFs';

const markOf = (dataDir: string) => join(dataDir, 'moved.json');

const markSchema = z.object({ moved_to: z.string(), since: z.iso.datetime() });

/**
 * Marks the data folder of a server that runs on a PostgreSQL, where it still holds an embedded database. Call it once the
 * PostgreSQL is known to hold data.
 * @returns whether it was marked just now
 */
export function markMoved(settings: Settings): boolean {
  const { DATA_DIR, DATABASE_URL } = settings;
  const mark = markOf(DATA_DIR);
  const isLeftBehind = existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION')) && !existsSync(mark);
  if (!DATABASE_URL || !isLeftBehind) return false;
  const content = { moved_to: describeDatabase(settings), since: new Date().toISOString() };
  writeFileSync(mark, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  syncPath(DATA_DIR);
  return true;
}

/** Takes the mark away: the folder holds the current data again. */
export const unmarkMoved = (dataDir: string): void => rmSync(markOf(dataDir), { force: true });

/** @throws Error, in words, when the folder's database was given up */
export function refuseMoved(dataDir: string): void {
  const mark = markOf(dataDir);
  if (!existsSync(mark)) return;
  throw new Error(
    `The embedded database in ${dataDir} is out of date: ${readMark(mark)}. Set DATABASE_URL to that one. A command run by hand takes it from the service's settings file where its environment has no DATA_DIR.\n` +
      `To use the embedded one again all the same, delete ${mark}.`,
  );
}

function readMark(mark: string): string {
  try {
    const { moved_to, since } = markSchema.parse(JSON.parse(readFileSync(mark, 'utf8')));
    return `since ${since} the server runs on ${moved_to}`;
  } catch {
    return 'the server runs on a PostgreSQL';
  }
}
