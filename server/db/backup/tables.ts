/** Which tables there are, and in which order they are filled: from the schema, the one place that lists them. */
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../schema';

/**
 * Not in an archive. Sessions: one that was ended since must not live again, and after a restore everybody signs in anyway.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([getTableName(schema.session)]);

/** All tables of the product, each after those it refers to. */
export const ALL_TABLES: readonly string[] = ['migration', ...inOrder()];

/** Those an archive holds, in the same order. */
export const ARCHIVED_TABLES: readonly string[] = ALL_TABLES.filter((name) => !LEFT_OUT.has(name));

function inOrder(): string[] {
  const ordered = new Set<PgTable>();
  const add = (table: PgTable) => {
    if (ordered.has(table)) return;
    for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable);
    ordered.add(table);
  };
  for (const part of Object.values(schema)) if (is(part, PgTable)) add(part);
  return [...ordered].map((table) => getTableName(table));
}
