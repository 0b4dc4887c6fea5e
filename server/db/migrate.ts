import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './openDatabase';

/** Any number, as long as it is always this one: processes that start together take turns on it. */
const MIGRATION_LOCK = 726_301;

/**
 * Brings the tables up to date, in one transaction and under a lock, so that four processes may start at once and a
 * failed migration leaves nothing behind. What was applied is kept in `migration`, by the hash of the file.
 */
export async function migrate(db: Database): Promise<void> {
  const files = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') });
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await tx.execute(sql`
      create table if not exists migration (hash text primary key, applied_at timestamptz not null default now())`);
    const applied = await tx.execute(sql`select hash from migration`);
    const known = new Set((applied as { rows: { hash: string }[] }).rows.map((row) => row.hash));
    for (const file of files) {
      if (known.has(file.hash)) continue;
      for (const statement of file.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into migration (hash) values (${file.hash})`);
    }
  });
}
