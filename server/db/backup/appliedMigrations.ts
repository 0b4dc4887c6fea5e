/** Maps the hashes of applied migrations to the migrations that this version knows. */
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { readMigrations } from '../migrate';

/**
 * Returns the applied migrations in order: always the first ones of all migrations.
 * @param hashes of the applied migrations, in any order
 * @returns undefined when this version could not have applied exactly these, as after an update to a newer version
 */
export function findAppliedMigrations(hashes: readonly string[]): MigrationMeta[] | undefined {
  const applied = new Set(hashes);
  const first = readMigrations().slice(0, applied.size);
  return first.length === applied.size && first.every(({ hash }) => applied.has(hash))
    ? first
    : undefined;
}
