/** Changing only what has not changed since it was read: in the statement of the change itself, so that nobody comes between. */
import { eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { NotFoundError, StaleError } from '../plugins/errors';
import type { Database } from './openDatabase';

/** @param wanted any version, unless given */
export const hasVersion = (version: AnyPgColumn, wanted: number | undefined): SQL | undefined =>
  wanted === undefined ? undefined : eq(version, wanted);

/**
 * Why a change met nothing.
 * @param isThere what the change was to meet, whatever its version
 */
export async function notFoundOrStale(
  db: Database,
  table: PgTable,
  isThere: SQL | undefined,
): Promise<NotFoundError | StaleError> {
  return (await db.$count(table, isThere)) > 0 ? new StaleError() : new NotFoundError();
}
