/** Which migrations tables have been through, as far as this version knows them. */
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { readMigrations } from '../migrate';

/**
 * The migrations that were applied, in their order: some first ones of all there are.
 * @param hashes of those applied, in any order
 * @returns undefined when they are none that this version could have applied, as after an update to a newer one
 */
export function migrationsOf(hashes: readonly string[]): MigrationMeta[] | undefined {
  const applied = new Set(hashes);
  const first = readMigrations().slice(0, applied.size);
  return first.length === applied.size && first.every(({ hash }) => applied.has(hash))
    ? first
    : undefined;
}
