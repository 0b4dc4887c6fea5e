/** What a PostgreSQL server does for itself in the background, and the embedded database does not. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from './openDatabase';

/**
 * Tells the database what its tables hold, by which it chooses its ways, and lets it use anew what deleted rows took. Not in
 * a transaction.
 */
export async function refreshStatistics(db: Database): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
}

const tablesSchema = z.object({ rows: z.array(z.object({ name: z.string() })) });

/** The same for one table: the one that has waited longest, unless all had their turn within a day. */
export async function vacuumNextTable(db: Database): Promise<void> {
  const { rows } = tablesSchema.parse(
    await db.execute(sql`
      select relname as name from pg_stat_user_tables
      where coalesce(last_vacuum, '-infinity') < now() - interval '1 day'
      order by last_vacuum nulls first, relname limit 1`),
  );
  for (const { name } of rows) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
}
