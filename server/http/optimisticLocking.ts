/**
 * Optimistic locking: changes a row only if its version is still the one that was read. The check is part of the changing
 * statement, so no other write can come in between.
 */
import { eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { NotFoundError, StaleError } from './errors';
import type { Database } from '../db/database';

/** @param expected undefined matches any version */
export const hasVersion = (version: AnyPgColumn, expected: number | undefined): SQL | undefined =>
  expected === undefined ? undefined : eq(version, expected);

/**
 * Returns the error for a change that matched no row.
 * @param rowCondition matches the row with any version
 */
export async function notFoundOrStale(
  db: Database,
  table: PgTable,
  rowCondition: SQL | undefined,
): Promise<NotFoundError | StaleError> {
  return (await db.$count(table, rowCondition)) > 0 ? new StaleError() : new NotFoundError();
}
