/** Bulk inserts. */
import { getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database';
import { referral } from '../schema';

export type ReferralInsert = typeof referral.$inferInsert;

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

/**
 * Inserts referrals in one statement. Skips those whose tracking id exists.
 * @returns the number of inserted referrals
 */
export async function insertReferrals(
  db: Database,
  rows: readonly ReferralInsert[],
): Promise<number> {
  const columns = Object.entries(getTableColumns(referral)).filter(([key]) =>
    rows.some((row) => key in row),
  );
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, row[key as keyof typeof row]])),
  );
  const result = await db.execute(sql`
    with added as (
      insert into ${referral} (${names})
      select ${names} from json_populate_recordset(null::referral, ${JSON.stringify(records)}::json)
      on conflict (tracking_id) do nothing returning 1
    ) select count(*)::int as count from added`);
  return countSchema.parse(result).rows[0].count;
}

const indexSchema = z.object({
  rows: z.array(z.object({ name: z.string(), definition: z.string() })),
});

/**
 * Drops the non-unique indexes of the tables, runs `work` and recreates the indexes. Call it in a transaction: the tables stay
 * locked against readers until the transaction ends, and a failure rolls everything back.
 * @param beforeEach called before each index is recreated; may throw
 */
export async function withoutIndexes(
  db: Database,
  tables: readonly string[],
  work: () => Promise<void>,
  beforeEach = () => {},
): Promise<void> {
  // No timeouts: creating an index over many rows takes long.
  for (const timeout of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await db.execute(sql`select set_config(${timeout}, '0', true)`);
  await db.execute(sql`select set_config('maintenance_work_mem', '256MB', true)`);
  const { rows } = indexSchema.parse(
    await db.execute(sql`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_class t on t.oid = i.indrelid
      where t.relnamespace = current_schema()::text::regnamespace and t.relname in ${tables} and not i.indisunique
      order by i.indexrelid`),
  );
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await work();
  for (const { definition } of rows) {
    beforeEach();
    await db.execute(sql.raw(definition));
  }
}
