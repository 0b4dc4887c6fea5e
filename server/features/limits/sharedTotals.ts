/**
 * Hourly totals that all networks share by max-min fairness: beyond a total, only the networks with the most requests are
 * limited. The nth request of a network, with n > 1, exceeds the total if the sum of min(count, n) over all networks does.
 */
import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database';
import type { Parameter } from '../../db/statements/parameters';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { isOver, secondsFromNow } from '../../db/statements/storedTimes';
import { limit_window } from '../../db/schema';
import type { Window } from './windows';

/** A total. `max` is the number of requests that it allows all networks together. */
export interface Total extends Window {
  readonly name: string;
}

/**
 * A part of a statement: counts a request of a network, in one row, and returns key and count.
 * @param key identifies the total and the widest network
 * @param from a `from` clause with at most one row; without a row, nothing is counted
 */
export const countShare = (
  { name, seconds }: Total,
  key: Parameter<string>,
  from: SQL = sql``,
): SQL => {
  const isExpired = isOver(limit_window.ends_at, seconds);
  return sql`
  insert into ${limit_window} (key, count, total, ends_at)
  select ${key}::text, 1, ${name}::text, ${secondsFromNow(sql`${seconds}::integer`)} ${from}
  on conflict (key) do update set
    count = case when ${isExpired} then 1 else ${limit_window.count} + 1 end,
    ends_at = case when ${isExpired} then excluded.ends_at else ${limit_window.ends_at} end
  returning ${limit_window.key}, ${limit_window.count}`;
};

const isOf = ({ name, seconds }: Total): SQL | undefined =>
  and(eq(limit_window.total, name), not(isOver(limit_window.ends_at, seconds)));

/**
 * Condition: the request counted in the common table expression `share` (`countShare`) exceeds the total. It reads at most
 * `max` rows of other networks, which reach the total with one request each. Concurrent requests do not see each other, so they
 * can exceed the total by their number.
 */
export const exceedsShare = (total: Total): SQL => sql`exists (
  select 1 from share where share.count > 1 and ${total.max}::bigint < share.count + (
    select coalesce(sum(least(other.count, share.count)), 0) from (
      select ${limit_window.count} from ${limit_window}
      where ${isOf(total)} and ${limit_window.key} <> share.key limit ${total.max}::integer) as other))`;

const exceedsSchema = z.tuple([z.object({ exceeds: z.boolean() })]);
const countStatements = new Map<Total, ReturnType<typeof prepareStatement>>();

/** Counts a request of a network, and returns whether it exceeds the total. */
export async function consumeShare(db: Database, total: Total, key: string): Promise<boolean> {
  const count =
    countStatements.get(total) ??
    prepareStatement(
      () => sql`with share as (${countShare(total, sql.placeholder('key'))})
        select ${exceedsShare(total)} as exceeds`,
    );
  countStatements.set(total, count);
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
