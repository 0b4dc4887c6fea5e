/**
 * The marker file of a data folder whose embedded database was replaced by a PostgreSQL server. Without the marker, a command
 * that lacks the service's settings would open the embedded database, which looks intact but is out of date.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../settings/settings';
import { describeDatabase } from '../../settings/databaseUrl';
import { syncPath } from './syncPath';

const markerPath = (dataDir: string) => join(dataDir, 'moved.json');

const markerSchema = z.object({ moved_to: z.string(), since: z.iso.datetime() });

/**
 * Writes the marker if the server runs on PostgreSQL and its data folder still holds an embedded database. Call it only when
 * the PostgreSQL database is known to hold data.
 * @returns whether this call wrote the marker
 */
export function writeMovedMarker(settings: Settings): boolean {
  const { DATA_DIR, DATABASE_URL } = settings;
  const marker = markerPath(DATA_DIR);
  const isLeftBehind = existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION')) && !existsSync(marker);
  if (!DATABASE_URL || !isLeftBehind) return false;
  const content = { moved_to: describeDatabase(settings), since: new Date().toISOString() };
  writeFileSync(marker, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  syncPath(DATA_DIR);
  return true;
}

/** Removes the marker: the folder holds the current data again. */
export const removeMovedMarker = (dataDir: string): void =>
  rmSync(markerPath(dataDir), { force: true });

/** @throws Error with a message for the operator when the folder's database was replaced */
export function requireNotMoved(dataDir: string): void {
  const marker = markerPath(dataDir);
  if (!existsSync(marker)) return;
  throw new Error(
    `The embedded database in ${dataDir} is out of date: ${readMarker(marker)}. Set DATABASE_URL to that database. A command run by hand reads it from the service's settings file if its environment has no DATA_DIR.\n` +
      `To use the embedded database again anyway, delete ${marker}.`,
  );
}

function readMarker(marker: string): string {
  try {
    const { moved_to, since } = markerSchema.parse(JSON.parse(readFileSync(marker, 'utf8')));
    return `since ${since} the server runs on ${moved_to}`;
  } catch {
    return 'the server runs on a PostgreSQL database';
  }
}
