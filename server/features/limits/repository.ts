import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ASYNC_COMMIT } from '../../db/asyncCommit';
import type { Database } from '../../db/database';
import type { Parameter } from '../../db/parameters';
import { executePrepared, prepareStatement } from '../../db/preparedStatement';
import { limit_window } from '../../db/schema';

/** A period of a rate limit, and the number of requests it allows. */
export interface Window {
  readonly max: number;
  readonly seconds: number;
}

const isExpired = lte(limit_window.ends_at, sql`now()`);

/**
 * The statement that counts one request if the window is not full, and returns its key then. A single statement, so that concurrent
 * requests in any process never exceed the limit.
 * @param key identifies the limit and the client it counts
 * @param from a `from` clause with at most one row; without a row, nothing is counted
 */
export const countRequest = (
  key: Parameter<string>,
  { max, seconds }: { [Field in keyof Window]: Parameter<number> },
  from: SQL = sql``,
): SQL => sql`
  insert into ${limit_window} (key, count, ends_at)
  select ${key}::text, 1, now() + make_interval(secs => ${seconds}::integer) ${from}
  on conflict (key) do update set
    count = case when ${isExpired} then 1 else ${limit_window.count} + 1 end,
    is_told = ${limit_window.is_told} and not ${isExpired},
    ends_at = case when ${isExpired} then excluded.ends_at else ${limit_window.ends_at} end
  where ${isExpired} or ${limit_window.count} < ${max}::integer
  returning ${limit_window.key}`;

/**
 * Counts one request. Call it in the transaction of what the request does.
 * @returns whether the request is within the limit
 */
export async function consume(db: Database, key: string, window: Window): Promise<boolean> {
  return (await executePrepared(db, countRequest(key, window))).length === 1;
}

/** The statement that counts one request against so many windows, each with placeholders for its values. */
function countInOrder(windows: number): SQL {
  const names = Array.from({ length: windows }, (_, index) => sql.raw(`window_${index}`));
  const counts = names.map((name, index) => {
    const place = (field: string) => sql.placeholder(`${field}${index}`);
    const window = { max: place('max'), seconds: place('seconds') };
    const from = index > 0 ? sql`from ${names[index - 1]}` : undefined;
    return sql`${name} as (${countRequest(place('key'), window, from)})`;
  });
  const consumed = names.map((name) => sql`exists (select 1 from ${name})`);
  return sql`with ${sql.join(counts, sql`, `)}
    select array[${sql.join(consumed, sql`, `)}] as consumed, ${ASYNC_COMMIT}`;
}

const counting = new Map<number, ReturnType<typeof prepareStatement>>();

const consumedSchema = z.tuple([z.object({ consumed: z.array(z.boolean()) })]);

/**
 * Counts one request against several windows, in their order: one that is full stops the counting. Commits without waiting for the
 * disk: what the request does commits later, and that flush also writes the counts to disk.
 * @returns the key of the window that is full, or null
 */
export async function consumeAll(
  db: Database,
  windows: readonly (Window & { readonly key: string })[],
): Promise<string | null> {
  const count =
    counting.get(windows.length) ?? prepareStatement(() => countInOrder(windows.length));
  counting.set(windows.length, count);
  const values = windows.flatMap((window, index) =>
    Object.entries(window).map(([field, value]) => [`${field}${index}`, value] as const),
  );
  const [{ consumed: isConsumed }] = consumedSchema.parse(
    await count(db, Object.fromEntries(values)),
  );
  return windows.find((_, index) => !isConsumed[index])?.key ?? null;
}

/** Finds the remaining whole seconds of a full window, and whether its refusal is in the audit trail. */
export async function findWindow(
  db: Database,
  key: string,
): Promise<{ seconds: number; isAudited: boolean }> {
  const rows = await db
    .select({
      seconds: sql<number>`greatest(ceil(extract(epoch from ${limit_window.ends_at} - now())), 1)::int`,
      isAudited: limit_window.is_told,
    })
    .from(limit_window)
    .where(eq(limit_window.key, key));
  return rows[0] ?? { seconds: 1, isAudited: true };
}

/** Claims the single audit entry of a full window. Returns true for the first caller, which must write the entry. */
export async function claimAuditNotice(db: Database, key: string): Promise<boolean> {
  const rows = await db
    .update(limit_window)
    .set({ is_told: true })
    .where(and(eq(limit_window.key, key), eq(limit_window.is_told, false)))
    .returning({ key: limit_window.key });
  return rows.length === 1;
}

export async function deleteExpiredWindows(db: Database): Promise<void> {
  await db.delete(limit_window).where(isExpired);
}
