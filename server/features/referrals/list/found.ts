/** Selects and sorts all matches of a list, up to one more than are counted. */
import { and, type SQL, sql } from 'drizzle-orm';
import { inlineNumber } from '../../../db/statements/parameters';
import { referral, site } from '../../../db/schema';
import { isLive, scopeCondition } from '../visibility';
import { type Filter, isOnTab } from './filters';
import { isAfter, NEWEST_FIRST, orderBy, sortTerms } from './order';
import { OFFSET, SIZE_AND_NEXT } from './page';
import type { ListRequest } from './parts';
import { WHOLE_INDEX, kindRanges, scopeRanges, someRows } from './ranges';
import type { Search } from './search';

/** Search results are counted up to this number; beyond it, only the existence of a next page is known. */
export const MAX_COUNTED = 2_000;

/** The columns that counting and sorting need. */
const FOUND_COLUMNS = sql`${referral.id}, ${referral.status}, ${referral.owner_id}, ${referral.site_id}, ${referral.entry_date}, ${referral.name_sorted}, ${referral.reopened_at}, ${referral.reached_at}`;

/**
 * Selects the matches of a list, up to MAX_COUNTED + 1. Among all referrals, it uses the indexes of the search. Within a scope,
 * it reads all rows of the scope and no others, so that the response time reveals nothing about other rows.
 * @param onTab a further condition
 * @param isWanted a condition without columns: if it is false, nothing is read
 */
export function selectFound(filter: Filter, onTab: SQL | undefined, isWanted: SQL): SQL {
  const { scope, search, where, kind, owner } = filter;
  const limit = sql`limit ${inlineNumber(MAX_COUNTED + 1)}`;
  const { condition, byIndexes = [condition], period } = search ?? NO_SEARCH;
  // The referrals of an owner have an index of their own.
  if (scope !== 'all' && (search || !owner)) {
    const kinds = onTab && filter.status ? kindRanges([filter.status], kind.sex) : WHOLE_INDEX;
    const options = {
      where: and(where, onTab, condition),
      columns: FOUND_COLUMNS,
      atMost: MAX_COUNTED + 1,
    };
    const ranges = scopeRanges(scope, kinds).map((range) =>
      someRows({ ...range, condition: and(range.condition, period) }, options),
    );
    const union = sql.join(
      ranges.map((range) => sql`(${range})`),
      sql` union `,
    );
    return sql`select * from (${union}) found where ${isWanted} ${limit}`;
  }
  const isFound = (one: SQL | undefined) =>
    and(isWanted, isLive, scopeCondition(scope), where, onTab, one);
  // `onTab` implies the owner.
  const ofOwners = onTab && owner?.several?.rows;
  if (ofOwners) {
    return sql`select ${FOUND_COLUMNS} from ${ofOwners} where ${isFound(condition)} ${limit}`;
  }
  if (period && !search?.byIndexes) {
    return sql`select ${FOUND_COLUMNS} from ${referral} where ${isFound(condition)}
      order by ${orderBy(sortTerms(NEWEST_FIRST))} ${limit}`;
  }
  const reads = byIndexes.map(
    (one) => sql`(select ${FOUND_COLUMNS} from ${referral} where ${isFound(one)} ${limit})`,
  );
  return sql`select * from (${sql.join(reads, sql` union `)}) found ${limit}`;
}
const NO_SEARCH: Partial<Search> = {};

/** An expression for the ids of the requested page of a table of matches and of the row that follows it, as text[]. */
export function sortFound({ filter, order, start }: ListRequest, table: string): SQL {
  const terms = sortTerms(order);
  // `offset 0` is an optimization fence: the planner, without an estimate of the matches, would otherwise scan them again for
  // each site. The aliases equal the names of the tables, so that conditions on the tables apply to the matches.
  const sites =
    order.sort === 'site'
      ? sql`join (select ${site.id}, ${site.name} from ${site} offset 0) site on ${site.id} = ${referral.site_id}`
      : sql``;
  return sql`array(
    select ${referral.id} from ${sql.identifier(table)} referral ${sites}
    where ${and(isOnTab(filter), start && isAfter(terms, start)) ?? sql`true`}
    order by ${orderBy(terms)} limit ${SIZE_AND_NEXT} offset ${OFFSET})`;
}
