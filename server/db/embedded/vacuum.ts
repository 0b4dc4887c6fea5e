/** Maintenance that a PostgreSQL server does in the background (autovacuum) and the embedded database does not. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database';

/**
 * Updates the planner statistics of all tables, and makes the space of deleted rows reusable. Does not work in a transaction.
 */
export async function vacuumAllTables(db: Database): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
}

const tablesSchema = z.object({ rows: z.array(z.object({ name: z.string() })) });

/** Vacuums the table that was vacuumed longest ago, unless all were vacuumed within the last day. */
export async function vacuumNextTable(db: Database): Promise<void> {
  const { rows } = tablesSchema.parse(
    await db.execute(sql`
      select relname as name from pg_stat_user_tables
      where (last_vacuum between now() - interval '1 day' and now()) is not true
      order by last_vacuum nulls first, relname limit 1`),
  );
  for (const { name } of rows) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
}
