/** Lists the tables in the order in which they can be filled. The schema is the only source. */
import { getTableName, is } from 'drizzle-orm';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../schema';

/**
 * Tables that an archive omits. Sessions: a session revoked since must not become valid again, and everyone signs in again after
 * a restore anyway.
 */
const OMITTED: ReadonlySet<string> = new Set([getTableName(schema.session)]);

/** All tables of the product, each after those it references. */
export const ALL_TABLES: readonly string[] = ['migration', ...sortByForeignKeys()];

/** The tables of an archive, in the same order. */
export const ARCHIVED_TABLES: readonly string[] = ALL_TABLES.filter((name) => !OMITTED.has(name));

/** Current name → the names that earlier databases and their archives have (migration 0019). */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  [getTableName(schema.idempotency_record)]: ['submission'],
  [getTableName(schema.login_throttle)]: ['login_guard'],
  [getTableName(schema.referral_counter)]: ['referral_tally'],
  [getTableName(schema.referral_counter_change)]: ['referral_tally_change'],
};

/** Adds the former names of the tables, because a database that is not migrated yet has those. */
export const withFormerNames = (tables: readonly string[]): string[] =>
  tables.flatMap((name) => [name, ...(FORMER_NAMES[name] ?? [])]);

/** Lists the tables of an archive of a database with these migrations, in no particular order. */
export function listArchivedTables(migrations: readonly MigrationMeta[]): string[] {
  const existing = new Set(['migration']);
  for (const statement of migrations.flatMap((file) => file.sql)) {
    const [, action, name = ''] = /^\s*(create|drop) table "(\w+)"/i.exec(statement) ?? [];
    if (action?.toLowerCase() === 'create') existing.add(name);
    else existing.delete(name);
    const [, from = '', to] = /^\s*alter table "(\w+)" rename to "(\w+)"/i.exec(statement) ?? [];
    if (to !== undefined && existing.delete(from)) existing.add(to);
  }
  return withFormerNames(ARCHIVED_TABLES).filter((name) => existing.has(name));
}

function sortByForeignKeys(): string[] {
  const ordered = new Set<PgTable>();
  const add = (table: PgTable) => {
    if (ordered.has(table)) return;
    for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable);
    ordered.add(table);
  };
  for (const value of Object.values(schema)) if (is(value, PgTable)) add(value);
  return [...ordered].map((table) => getTableName(table));
}
