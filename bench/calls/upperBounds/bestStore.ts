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
 * Creates what the best statements read and ours do not. `bench_count` has the number of referrals of each kind: all of them (''), by
 * site ('<id>'), by status ('Pending'), by both ('<id> Pending'), and those that nobody owns ('nobody', '<id> nobody'). It is filled once: a trigger
 * would keep it current, but one on our table would slow down our writes. No condition of ours has the index's collation, so the
 * plans of our statements stay what they are.
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
 * Leaves a database as periodic maintenance does, and without used rate limits: a flood of guests would be held.
 * Our server must be stopped.
 */
export const tidyStore = (store: Store) =>
  withStore(store, async (db) => {
    await rollUpCounters(db);
    await db.delete(limit_window);
    // Inserts leave their entries in a list, which each search would read.
    await db.execute(sql`select gin_clean_pending_list('bench_referral_name')`);
  });

/** Times that a statement runs before it is timed, and while it is. */
const WARM_UP_RUNS = 3;
const TIMED_RUNS = 11;

/**
 * Selects the fastest of equivalent statements, after checking that each brings what our server does.
 * @param answer the body of our server's response
 * @throws Error that names the case whose statement brings something else
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
      throw new Error(`${name}: the best statement brings something else\n${body}\n${answer}`);
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
