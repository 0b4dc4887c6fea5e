import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ASYNC_COMMIT } from '../../db/statements/asyncCommit';
import type { Database } from '../../db/database';
import type { Parameter } from '../../db/statements/parameters';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { isOver, secondsFromNow } from '../../db/statements/storedTimes';
import { limit_window } from '../../db/schema';

/** A period of a rate limit, and the number of requests it allows. */
export interface Window {
  readonly max: number;
  readonly seconds: number;
}

/** A window of one client: of an account, or of its networks. */
export interface ClientWindow extends Window {
  /** Identifies the limit, and the account or the widest network. `max` applies to its requests. */
  readonly key: string;
  /** The allowances of the narrower networks, by their keys. */
  readonly narrower: Readonly<Record<string, number>>;
}

/** Increments the counts of the keys of `added`. */
const incremented = (counts: SQL, added: SQL): SQL => sql`${counts} || (
  select coalesce(jsonb_object_agg(key, coalesce((${counts} ->> key)::integer, 0) + 1), '{}')
  from jsonb_object_keys(${added}) as key)`;

/**
 * A statement that counts one request and returns the window's key, unless the window is full for one of the client's networks.
 * It writes a single row atomically, so that concurrent requests in any process never exceed the limit.
 * @param from a `from` clause with at most one row; without a row, nothing is counted
 */
const countRequest = (
  { key, max, seconds, narrower }: Record<keyof ClientWindow, Parameter<unknown>>,
  from: SQL,
): SQL => {
  const isExpired = isOver(limit_window.ends_at, sql`${seconds}`);
  return sql`
  insert into ${limit_window} (key, count, narrower, ends_at)
  select ${key}::text, 1, ${incremented(sql`'{}'::jsonb`, sql`${narrower}::jsonb`)},
    ${secondsFromNow(sql`${seconds}::integer`)} ${from}
  on conflict (key) do update set
    count = case when ${isExpired} then 1 else ${limit_window.count} + 1 end,
    narrower = case when ${isExpired} then excluded.narrower
      else ${incremented(sql`${limit_window.narrower}`, sql`excluded.narrower`)} end,
    is_audited = ${limit_window.is_audited} and not ${isExpired},
    ends_at = case when ${isExpired} then excluded.ends_at else ${limit_window.ends_at} end
  where ${isExpired} or (${limit_window.count} < ${max}::integer and not exists (
    select 1 from jsonb_each_text(${narrower}::jsonb) as network (key, max)
    where (${limit_window.narrower} ->> network.key)::integer >= network.max::integer))
  returning ${limit_window.key}`;
};

/** The statement that counts one request against a number of windows, each with placeholders for its values. */
function countInOrder(windows: number): SQL {
  const names = Array.from({ length: windows }, (_, index) => sql.raw(`window_${index}`));
  const counts = names.map((name, index) => {
    const placeholder = (field: string) => sql.placeholder(`${field}${index}`);
    const from = index > 0 ? sql`from ${names[index - 1]}` : sql``;
    const window = {
      key: placeholder('key'),
      max: placeholder('max'),
      seconds: placeholder('seconds'),
      narrower: placeholder('narrower'),
    };
    return sql`${name} as (${countRequest(window, from)})`;
  });
  const consumed = names.map((name) => sql`exists (select 1 from ${name})`);
  return sql`with ${sql.join(counts, sql`, `)}
    select array[${sql.join(consumed, sql`, `)}] as consumed, ${ASYNC_COMMIT}`;
}

/** By the number of windows. */
const countStatements = new Map<number, ReturnType<typeof prepareStatement>>();

const consumedSchema = z.tuple([z.object({ consumed: z.array(z.boolean()) })]);

/**
 * Counts one request against several windows, in their order, up to the first that is full. Commits asynchronously: the later
 * commit of the request's own change flushes the counts, too.
 * @returns the key of the window that is full, or null
 */
export async function consumeAll(
  db: Database,
  windows: readonly ClientWindow[],
): Promise<string | null> {
  const count =
    countStatements.get(windows.length) ?? prepareStatement(() => countInOrder(windows.length));
  countStatements.set(windows.length, count);
  const values = windows.flatMap(({ narrower, ...window }, index) =>
    Object.entries({ ...window, narrower: JSON.stringify(narrower) }).map(
      ([field, value]) => [`${field}${index}`, value] as const,
    ),
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
      isAudited: limit_window.is_audited,
    })
    .from(limit_window)
    .where(eq(limit_window.key, key));
  return rows[0] ?? { seconds: 1, isAudited: true };
}

/** Claims the single audit entry of a full window. Returns true for the first caller, which must write the entry. */
export async function claimAuditNotice(db: Database, key: string): Promise<boolean> {
  const rows = await db
    .update(limit_window)
    .set({ is_audited: true })
    .where(and(eq(limit_window.key, key), eq(limit_window.is_audited, false)))
    .returning({ key: limit_window.key });
  return rows.length === 1;
}

/**
 * Deletes expired windows, except those of accounts' refusals, which `takeRefusals` deletes.
 * @param longest the seconds of the longest window
 */
export async function deleteExpiredWindows(db: Database, longest: number): Promise<void> {
  await db
    .delete(limit_window)
    .where(and(isOver(limit_window.ends_at, longest), isNull(limit_window.account_id)));
}

/**
 * Counts a refusal of an account. Its windows begin at fixed times and have a row each, so that the row of an ended window
 * stays until `takeRefusals`.
 * @returns the number of the account's refusals in the current window
 */
export async function countRefusal(
  db: Database,
  { key, seconds, accountId }: { key: string; seconds: number; accountId: string },
): Promise<number> {
  const [row] = await incrementRefusals(db, { key, seconds, accountId });
  return countSchema.parse(row).count;
}

const countSchema = z.object({ count: z.number() });

const incrementRefusals = prepareStatement(() => {
  const seconds = sql`${sql.placeholder('seconds')}::integer`;
  return sql`
    insert into ${limit_window} (key, count, ends_at, account_id)
    select ${sql.placeholder('key')}::text || ' ' || number, 1, to_timestamp((number + 1) * ${seconds}),
      ${sql.placeholder('accountId')}::text
    from floor(extract(epoch from now()) / ${seconds}) as number
    on conflict (key) do update set count = ${limit_window.count} + 1
    returning ${limit_window.count}, ${ASYNC_COMMIT}`;
});

/**
 * Deletes the counts of refusals whose windows have ended. Leaves locked rows to another process.
 * @param seconds of a window
 * @returns the number of refusals of each account in each of the windows
 */
export async function takeRefusals(
  db: Database,
  seconds: number,
): Promise<{ accountId: string | null; count: number }[]> {
  const ended = db
    .select({ key: limit_window.key })
    .from(limit_window)
    .where(and(isOver(limit_window.ends_at, seconds), isNotNull(limit_window.account_id)))
    .for('update', { skipLocked: true });
  return db
    .delete(limit_window)
    .where(inArray(limit_window.key, ended))
    .returning({ accountId: limit_window.account_id, count: limit_window.count });
}
