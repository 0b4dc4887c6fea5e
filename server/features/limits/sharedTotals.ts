/**
 * Totals of an hour, which networks share: beyond a total, the networks with the most requests exceed it, and no others. A network
 * exceeds it by a request if all networks together would, even if each had made no more requests than this one; never by its first.
 */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database';
import type { Parameter } from '../../db/statements/parameters';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { limit_window } from '../../db/schema';
import type { Window } from './windows';

/** A total, and how many requests it allows all networks together. */
export interface Total extends Window {
  readonly name: string;
}

const isExpired = sql`${limit_window.ends_at} <= now()`;

/**
 * Part of a statement: counts a request of a network, and returns key and count. It writes one row.
 * @param key identifies the total and the widest network
 * @param from a `from` clause with at most one row; without a row, nothing is counted
 */
export const countShare = (
  { name, seconds }: Total,
  key: Parameter<string>,
  from: SQL = sql``,
): SQL => sql`
  insert into ${limit_window} (key, count, total, ends_at)
  select ${key}::text, 1, ${name}::text, now() + make_interval(secs => ${seconds}::integer) ${from}
  on conflict (key) do update set
    count = case when ${isExpired} then 1 else ${limit_window.count} + 1 end,
    ends_at = case when ${isExpired} then excluded.ends_at else ${limit_window.ends_at} end
  returning ${limit_window.key}, ${limit_window.count}`;

const isOf = ({ name }: Total): SQL | undefined =>
  and(eq(limit_window.total, name), gt(limit_window.ends_at, sql`now()`));

/**
 * Condition: the request that the common table expression `share` (`countShare`) counted exceeds the total. It reads at most as many
 * rows as the total allows requests: so many other networks alone exceed it. Requests at the same time do not see each other, so the
 * total can be exceeded by as many.
 */
export const exceedsShare = (total: Total): SQL => sql`exists (
  select 1 from share where share.count > 1 and ${total.max}::bigint < share.count + (
    select coalesce(sum(least(other.count, share.count)), 0) from (
      select ${limit_window.count} from ${limit_window}
      where ${isOf(total)} and ${limit_window.key} <> share.key limit ${total.max}::integer) as other))`;

const exceedsSchema = z.tuple([z.object({ exceeds: z.boolean() })]);
const counting = new Map<Total, ReturnType<typeof prepareStatement>>();

/** Counts a request of a network, and returns whether it exceeds the total. */
export async function consumeShare(db: Database, total: Total, key: string): Promise<boolean> {
  const count =
    counting.get(total) ??
    prepareStatement(
      () => sql`with share as (${countShare(total, sql.placeholder('key'))})
        select ${exceedsShare(total)} as exceeds`,
    );
  counting.set(total, count);
  return exceedsSchema.parse(await count(db, { key }))[0].exceeds;
}

/** Whether some network exceeds a total. */
export async function isExceeded(db: Database, total: Total): Promise<boolean> {
  const [found] = await db
    .select({
      isExceeded: sql<boolean>`coalesce(sum(${limit_window.count}) > ${total.max} and max(${limit_window.count}) > 1, false)`,
    })
    .from(limit_window)
    .where(isOf(total));
  return found?.isExceeded ?? false;
}
