/** Prepares a database for the best statements and for each round, and selects the fastest of equivalent statements. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../server/db/database';
import { limit_window } from '../../../server/db/schema';
import { rollUpCounters } from '../../../server/features/referrals';
import { type Store, withStore } from '../../harness/databases';
import { median } from '../../harness/load';

/**
 * Creates a table and an index for the best statements only. `bench_count` has the number of referrals of each kind: all of
 * them (''), by site ('<id>'), by status ('Pending'), by both ('<id> Pending'), and those that nobody owns ('nobody', '<id>
 * nobody'). It is filled once: a trigger would keep it current, but one on our table would slow down our writes. No condition
 * of ours has the index's collation, so the plans of our statements stay what they are.
 */
export async function addBestTables(db: Database): Promise<void> {
  const live = sql`deleted_at is null and hold_reason is null`;
  await db.execute(sql`create table bench_count (kind text primary key, count integer not null)`);
  await db.execute(sql`
    insert into bench_count
    select concat_ws(' ', site_id, status), count(*) from referral where ${live}
    group by grouping sets ((), (site_id), (status), (site_id, status))
    union all
    select concat_ws(' ', site_id, status, 'nobody'), count(*) from referral where ${live} and owner_id is null
    group by grouping sets ((), (site_id), (status), (site_id, status))`);
  await db.execute(sql`
    create index bench_referral_name on referral using gin (name_searched collate "C" gin_trgm_ops) where ${live}`);
  await db.execute(sql`vacuum (analyze) bench_count`);
}

/**
 * Resets a database between measurements: rolls up the counters, like periodic maintenance, and clears the rate limits, which
 * would hold guest referrals. Our server must be stopped.
 */
export const resetStore = (store: Store) =>
  withStore(store, async (db) => {
    await rollUpCounters(db);
    await db.delete(limit_window);
    // Inserts fill the pending list of the index, which each search would read.
    await db.execute(sql`select gin_clean_pending_list('bench_referral_name')`);
  });

/** Number of runs of a statement before it is timed, and of timed runs. */
const WARM_UP_RUNS = 3;
const TIMED_RUNS = 11;

/**
 * Selects the fastest of equivalent statements, after checking that each returns the content of our server's response.
 * @param answer the body of our server's response
 * @throws Error that names the case if a statement returns other content
 */
export async function selectFastest(
  db: Database,
  name: string,
  statements: readonly string[],
  answer: string,
): Promise<string> {
  const timed: { text: string; time: number }[] = [];
  for (const text of statements) {
    const { body, time } = await tryStatement(db, text);
    if (!hasSameContent(body, answer)) {
      throw new Error(`${name}: the best statement returns other content\n${body}\n${answer}`);
    }
    timed.push({ text, time });
  }
  return timed.toSorted((one, other) => one.time - other.time)[0]?.text ?? '';
}

const bodySchema = z.object({ rows: z.tuple([z.object({ body: z.string() })]) });

/** Runs a prepared statement. @returns its result, and its median time in milliseconds */
async function tryStatement(db: Database, text: string): Promise<{ body: string; time: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`prepare bench_try as ${text}`));
    const run = async () => bodySchema.parse(await tx.execute(sql`execute bench_try`)).rows[0].body;
    for (let warm = 0; warm < WARM_UP_RUNS; warm += 1) await run();
    const times: number[] = [];
    while (times.length < TIMED_RUNS) {
      const from = performance.now();
      await run();
      times.push(performance.now() - from);
    }
    const body = await run();
    await tx.execute(sql`deallocate bench_try`);
    return { body, time: median(times) };
  });
}

const contentSchema = z.union([
  z.object({
    items: z.array(z.record(z.string(), z.unknown())),
    total: z.number(),
    counts: z.unknown().optional(),
  }),
  z.object({ count: z.number() }),
]);

/** Whether two bodies have the same rows and total. An absent field equals null, and a time may have another format. */
export function hasSameContent(body: string, answer: string): boolean {
  return isDeepStrictEqual(readContent(body), readContent(answer));
}

function readContent(body: string) {
  const content = contentSchema.parse(JSON.parse(body));
  return 'items' in content ? { ...content, items: content.items.map(readItem) } : content;
}

const readItem = (item: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, field === 'entry_date' ? Date.parse(String(value)) : value]),
  );
