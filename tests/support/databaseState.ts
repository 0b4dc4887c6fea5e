import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../server/db/database';

const tablesSchema = z.array(z.object({ name: z.string() }));
const hashSchema = z.array(z.object({ name: z.string(), hash: z.string().nullable() }));
const countSchema = z.array(z.object({ count: z.coerce.number() }));

/**
 * Hashes the content of each table. The hashes are equal exactly when nothing changed. Excluded are the audit trail and the
 * rate-limit windows, which grow with each refusal, the outbox, which empties in the background (see queuedMail), and the
 * counters of referrals and of the words of their names, which are derived from the referrals and rolled up in the background.
 */
export async function hashTables(db: Database): Promise<Record<string, string>> {
  const tables = tablesSchema.parse(
    await rowsOf(
      db,
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('audit_event', 'audit_head', 'limit_window', 'mail', 'name_word', 'name_word_change', 'referral_counter', 'referral_counter_change') order by 1`,
    ),
  );
  const hashes = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.identifier(name)} t`,
  );
  const rows = hashSchema.parse(await rowsOf(db, sql.join(hashes, sql` union all `)));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? 'empty']));
}

/** Returns the IDs of the queued emails. */
export async function queuedMail(db: Database): Promise<string[]> {
  const rows = await rowsOf(db, sql`select id from mail`);
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

/** Counts the audit entries with an outcome. */
export async function countAudit(db: Database, outcome: 'done' | 'refused'): Promise<number> {
  const [row] = countSchema.parse(
    await rowsOf(db, sql`select count(*) as count from audit_event where outcome = ${outcome}`),
  );
  return row?.count ?? 0;
}

async function rowsOf(db: Database, query: ReturnType<typeof sql>): Promise<unknown> {
  const result = await db.execute(query);
  return z.object({ rows: z.unknown() }).parse(result).rows;
}
