/** Storing very many rows. */
import { getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from './openDatabase';
import { referral } from './schema';

export type StoredReferral = typeof referral.$inferInsert;

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

/**
 * Stores referrals in one statement, all but those whose tracking id there is already.
 * @returns how many were stored
 */
export async function storeReferrals(
  db: Database,
  rows: readonly StoredReferral[],
): Promise<number> {
  const columns = Object.entries(getTableColumns(referral)).filter(([key]) =>
    rows.some((row) => key in row),
  );
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const texts = rows.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, row[key as keyof typeof row]])),
  );
  const result = await db.execute(sql`
    with added as (
      insert into ${referral} (${names})
      select ${names} from json_populate_recordset(null::referral, ${JSON.stringify(texts)}::json)
      on conflict (tracking_id) do nothing returning 1
    ) select count(*)::int as count from added`);
  return countSchema.parse(result).rows[0].count;
}

const indexSchema = z.object({
  rows: z.array(z.object({ name: z.string(), definition: z.string() })),
});

/**
 * Does work on the referrals while they have no indexes but those that keep them distinct, and makes the others anew. Call it
 * in a transaction: until its end nobody else reads them, and should it fail, all is as before.
 */
export async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  // Making an index takes as long as it takes.
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await db.execute(sql`select set_config(${limit}, '0', true)`);
  await db.execute(sql`select set_config('maintenance_work_mem', '256MB', true)`);
  const { rows } = indexSchema.parse(
    await db.execute(sql`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'referral'::regclass and not i.indisunique`),
  );
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await work();
  for (const { definition } of rows) await db.execute(sql.raw(definition));
}
