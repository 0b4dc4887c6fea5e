/** Finds the ids on one page of the worklist, and the numbers on its tabs. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { WorklistCounts, WorklistQuery } from '../../../../contract/entities/worklist';
import type { Database } from '../../../db/database';
import type { Parameter } from '../../../db/statements/parameters';
import { referral, site } from '../../../db/schema';
import type { Caller } from '../../access';
import { countMatching } from './counters';
import { rowsFrom } from './page';
import { scopeOf, isLive, scopeCondition } from '../visibility';
import { MAX_COUNTED } from './search';
import {
  countByCounters,
  selectStatusCounts,
  statusCountSchema,
  toCounts,
  totalOf,
} from './worklistCounts';
import { isOnTab, isOwnedBy, readWorklistFilter, type WorklistFilter } from './worklistFilters';
import { findCursor, isAfter, orderBy, sortTerms } from './worklistOrders';
import {
  buildRangePage,
  isWorklistRange,
  type RangeRequest,
  readKnownPage,
  scanPage,
  type WorklistRequest,
} from './worklistRanges';

/** A list of at most this many referrals is searched completely, even for a text that many have. */
const SHORT_LIST = 25_000;

export interface FoundWorklist {
  /** In list order. */
  readonly ids: readonly string[];
  /** Number of matches; a lower bound if there are `more`. */
  readonly total: number;
  readonly more: boolean;
  /** Null if there are too many to count. */
  readonly counts: WorklistCounts | null;
}

/** The parts of a statement that reads a page and the numbers of the tabs. */
export interface CountedPage {
  /** A query for the numbers, the common table expression `counted` in the others. */
  readonly counted: SQL;
  /** An expression for the ids in list order, as text[]. */
  readonly ids: SQL;
  /** An expression for the total. */
  readonly total: SQL;
}

/**
 * Builds the parts of the statement for a list that index ranges contain in its order, and counters count. Undefined for other lists.
 * @param me the caller's account
 */
export function buildCountedPage(
  me: Parameter<string>,
  request: RangeRequest,
): CountedPage | undefined {
  const range = buildRangePage(request);
  if (!range) return undefined;
  const { filter, window } = request;
  const total = totalOf(filter);
  // A page beyond the end reads nothing; otherwise it would read every row before it.
  const ids = sql`case when ${total} > ${window.offset} then array(${range}) end`;
  return { counted: selectStatusCounts(me, filter), ids, total };
}

/**
 * Finds one page. Reads only as many rows as the page needs or the search can match, never the whole table.
 * @returns the parts of the statement that reads it, if one statement does
 */
export async function findWorklistPage(
  db: Database,
  caller: Caller,
  query: WorklistQuery,
): Promise<FoundWorklist | CountedPage> {
  const me = caller.accountId;
  const { page, size, sort, order: direction, after } = query;
  const filter = await readWorklistFilter(db, me, scopeOf(caller), query);
  if (!filter) return { ids: [], more: false, ...toCounts([], undefined) };
  const cursor = after === undefined ? undefined : await findCursor(db, caller, after);
  const before = (page - 1) * size;
  const request: WorklistRequest = {
    filter,
    order: { sort, direction },
    cursor,
    window: rowsFrom(cursor ? 0 : before, size),
  };
  return filter.isSearch ? search(db, me, request, before) : findCounted(db, me, request);
}

/** Finds a page whose numbers the counters have. */
async function findCounted(
  db: Database,
  me: string,
  request: WorklistRequest,
): Promise<FoundWorklist | CountedPage> {
  const { filter, window } = request;
  const { offset } = window;
  const parts = buildCountedPage(me, request);
  if (parts) return parts;
  const { counts, total } = await countByCounters(db, me, filter);
  const readIds = async () => {
    if (offset >= total) return [];
    // The planner does not know how close together the rows are that nobody owns: it would rather scan the table.
    if (total > MAX_COUNTED || isWorklistRange(request) || filter.owner?.id === null) {
      return readKnownPage(db, request, counts.statuses);
    }
    return (await sortAll(db, me, request, isOnTab(filter))).ids;
  };
  return { ids: await readIds(), total, more: false, counts };
}

/** @param before rows on the pages before */
async function search(
  db: Database,
  me: string,
  request: WorklistRequest,
  before: number,
): Promise<FoundWorklist> {
  const { filter, cursor, window } = request;
  const isShort = async () => (await countMatching(db, filter.scope)) <= SHORT_LIST;
  if (filter.expected !== 'many' || (await isShort())) {
    const all = await sortAll(db, me, request, undefined);
    if (all.found <= MAX_COUNTED) {
      return { ids: all.ids, more: false, ...toCounts(all.counts, filter.status) };
    }
    const onTab = isOnTab(filter);
    const few = onTab && (await sortAll(db, me, request, onTab));
    if (few && few.found <= MAX_COUNTED) {
      return { ids: few.ids, total: few.found, more: false, counts: null };
    }
  }
  const { ids, seen } = await scanPage(db, request);
  const total = cursor ? before + seen : seen;
  return { ids, total, more: seen > window.offset + window.size, counts: null };
}

const sortedSchema = z.object({
  rows: z.tuple([
    z.object({ found: z.number(), counts: z.array(statusCountSchema), ids: z.array(z.string()) }),
  ]),
});

/**
 * Selects all matches up to the count limit, by the most selective index, counts them for each tab and sorts those of the tab asked
 * for. If `found` exceeds the limit, the rest of the result is incomplete.
 * @param onTab the condition of the tab, to select only its rows; counts are incomplete then
 */
async function sortAll(
  db: Database,
  me: string,
  { filter, order, cursor, window }: WorklistRequest,
  onTab: SQL | undefined,
) {
  const { id, status, owner_id, site_id, entry_date, name_sorted } = referral;
  const terms = sortTerms(order);
  const sites = order.sort === 'site' ? sql`join sites site on ${site.id} = ${site_id}` : undefined;
  // The sites are a list of their own, read once: the planner does not know how many referrals are found, and would scan them
  // again for each site.
  // The aliases equal the names of the tables, so conditions on the tables apply to what was found.
  const result = await db.execute(sql`
    with found as materialized (
      select ${id}, ${status}, ${owner_id}, ${site_id}, ${entry_date}, ${name_sorted} from ${referral}
      where ${and(isLive, scopeCondition(filter.scope), filter.where, onTab)} limit ${MAX_COUNTED + 1}),
    sites as materialized (
      select ${site.id}, ${site.name} from ${site} where ${site.id} in (select site_id from found))
    select (select count(*)::int from found) as found,
      (select coalesce(json_agg(tab), '[]') from (${countTabs(filter, me)}) tab) as counts,
      array(
        select ${id} from found referral ${sites}
        where ${and(isOnTab(filter), cursor && isAfter(terms, cursor)) ?? sql`true`}
        order by ${orderBy(terms)} limit ${window.size} offset ${window.offset}) as ids`);
  return sortedSchema.parse(result).rows[0];
}

function countTabs({ owner }: WorklistFilter, me: string): SQL {
  const count = (of: string, where: SQL | undefined) => sql`
    select ${of}::text as of, status, count(*)::int as count from found referral
    where ${where ?? sql`true`} group by status`;
  return sql.join(
    [
      count('owner', owner && isOwnedBy(owner)),
      count('mine', isOwnedBy({ id: me })),
      count('nobody', isOwnedBy({ id: null })),
    ],
    sql` union all `,
  );
}
