/** Reads one page of the worklist from index ranges, in their order, however many referrals match. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { REFERRAL_STATUSES, type ReferralStatus } from '../../../../contract/constants';
import type { Database } from '../../../db/database';
import { hiddenNumber, hiddenTextArray, isEmpty } from '../../../db/statements/parameters';
import { referral } from '../../../db/schema';
import { ALL_ROWS, EVERY, type IndexRanges, kindRanges, matchingRows, scopeRanges } from './ranges';
import { type PageWindow, rowsFrom, type WindowParameters } from './page';
import { isFromGuest, type Scope, scopeCondition, type ScopeParameters } from '../visibility';
import { buildSitePart } from './worklistSites';
import { hasStatus, isOwnedBy, type WorklistFilter } from './worklistFilters';
import {
  type Cursor,
  isAfterInRange,
  orderRange,
  rangeOrder,
  rangeTerms,
  statusGroups,
  type WorklistOrder,
} from './worklistOrders';

/** What page of which list is asked for. */
export interface WorklistRequest<Window = PageWindow, OfScope extends ScopeParameters = Scope> {
  readonly filter: WorklistFilter<OfScope>;
  readonly order: WorklistOrder;
  /** Where the page before ended; the offset is 0 then. */
  readonly cursor: Cursor | undefined;
  readonly window: Window;
}
/** The same, with values that may be places in a statement that is built once for all callers and pages. */
export type RangeRequest = WorklistRequest<WindowParameters, ScopeParameters>;

/** A part of the list, before the next part: the referrals of some statuses, or all. */
interface Part {
  readonly statuses: readonly ReferralStatus[] | undefined;
  /** Where this part starts, if not at its first row. */
  readonly cursor: Cursor | undefined;
}

/** Whether the index ranges contain exactly the referrals to list, so no row is read and discarded. */
export function isWorklistRange({ filter, order }: RangeRequest): boolean {
  const { isSearch, kind, owner } = filter;
  if (isSearch || kind.isGuest) return false;
  if (!owner) return order.sort !== 'name' || !kind.sex;
  // The indexes of owners lack the sex, names and sites.
  return owner.id === null ? !kind.sex : order.sort !== 'name' && order.sort !== 'site';
}

/**
 * Builds the query for the ids of a page that index ranges contain in list order. Undefined if the list goes on from a status to the
 * next: how many have the first decides what is read of the other.
 */
export function buildRangePage(request: RangeRequest): SQL | undefined {
  const [part, ...more] = partsOf(request);
  if (!part || more.length > 0 || !isWorklistRange(request)) return undefined;
  return buildPart(request, part, request.window);
}

const idsSchema = z.object({ rows: z.tuple([z.object({ ids: z.array(z.string()) })]) });

/**
 * Reads a page of a list whose numbers are known: in one statement, or two if it goes on from a status to the next.
 * @param counts the number of referrals to list, by status
 */
export async function readKnownPage(
  db: Database,
  request: WorklistRequest,
  counts: Readonly<Record<ReferralStatus, number>>,
): Promise<readonly string[]> {
  const { size } = request.window;
  let { offset } = request.window;
  const parts = partsOf(request);
  // How many there are after the cursor is not known: mostly enough for the page.
  const [current] = parts;
  const first = current?.cursor
    ? await readParts(db, [buildPart(request, current, rowsFrom(0, size))])
    : [];
  let wanted = size - first.length;
  const reads: SQL[] = [];
  for (const part of parts) {
    if (part.cursor || wanted === 0) continue;
    const statuses = part.statuses ?? REFERRAL_STATUSES;
    const known = statuses.reduce((sum, status) => sum + counts[status], 0);
    if (known > offset) {
      reads.push(buildPart(request, part, rowsFrom(offset, wanted)));
      wanted -= Math.min(wanted, known - offset);
    }
    offset = Math.max(0, offset - known);
  }
  return [...first, ...(await readParts(db, reads))];
}

async function readParts(db: Database, reads: readonly SQL[]): Promise<readonly string[]> {
  if (reads.length === 0) return [];
  const arrays = reads.map((read) => sql`array(${read})`);
  const result = await db.execute(sql`select ${sql.join(arrays, sql` || `)} as ids`);
  return idsSchema.parse(result).rows[0].ids;
}

export interface ScannedPage {
  readonly ids: readonly string[];
  /** Matches seen: up to one beyond the page. */
  readonly seen: number;
}

const scannedSchema = z.object({
  rows: z.tuple([z.object({ seen: z.number(), ids: z.array(z.string()) })]),
});

/** Reads a page of a list of unknown length, one part after the other, up to one row beyond the page. */
export async function scanPage(db: Database, request: WorklistRequest): Promise<ScannedPage> {
  const { offset, size } = request.window;
  const take = offset + size + 1;
  const ids: string[] = [];
  let seen = 0;
  for (const part of partsOf(request)) {
    if (seen >= take) break;
    const rest = rowsFrom(0, take - seen);
    const [from, to] = [Math.max(0, offset - seen) + 1, offset + size - seen];
    const result = await db.execute(sql`
      select cardinality(ids)::int as seen, ids[${from}::int:${to}::int] as ids
      from (select array(${buildPart(request, part, rest)}) as ids) part`);
    const [read] = scannedSchema.parse(result).rows;
    ids.push(...read.ids);
    seen += read.seen;
  }
  return { ids, seen };
}

function partsOf({ filter, order, cursor }: RangeRequest): readonly Part[] {
  const { status } = filter;
  const groups = statusGroups(order);
  if (!groups) return [{ statuses: status && [status], cursor }];
  const start = cursor ? groups.findIndex((group) => group.includes(cursor.status)) : 0;
  return groups.slice(start).flatMap((group, index): Part[] => {
    const statuses = status === undefined ? group : group.filter((one) => one === status);
    return statuses.length === 0 ? [] : [{ statuses, cursor: index === 0 ? cursor : undefined }];
  });
}

/** Builds the query for the ids of a part in list order. */
function buildPart(
  request: RangeRequest,
  { statuses, cursor }: Part,
  window: WindowParameters,
): SQL {
  const { filter, order } = request;
  const rowLimit = isWorklistRange(request) ? undefined : ALL_ROWS;
  const options = { take: window.take, rowLimit, order: rangeOrder(order) };
  const kinds = kindsOf(filter, order, statuses);
  if (order.sort === 'site') {
    return buildSitePart({ ...options, filter, order, cursor, window, kinds });
  }
  const after = cursor && isAfterInRange(rangeTerms(order), cursor);
  const ranges = rangesOf(request, kinds, statuses).map(({ is, from, count, where }) =>
    matchingRows({ is: and(is, after), from, count }, { ...options, where }),
  );
  const union = sql.join(
    ranges.map((range) => sql`(${range})`),
    sql` union `,
  );
  return sql`select id from (${union}) part order by ${orderRange(order)}
    limit ${hiddenNumber(window.size)} offset ${hiddenNumber(window.offset)}`;
}

/** The ranges of each index that a list of these statuses is read from. */
function kindsOf(
  { kind, owner }: RangeRequest['filter'],
  { sort }: WorklistOrder,
  statuses: readonly ReferralStatus[] | undefined,
): IndexRanges {
  const some = statuses ?? REFERRAL_STATUSES;
  const byStatus = {
    is: sql`${referral.status} = kind_status`,
    from: sql`unnest(${hiddenTextArray(some)}) kind_status`,
    count: some.length,
  };
  if (owner) return { ...byStatus, is: and(isOwnedBy(owner), byStatus.is) };
  if (sort === 'name') return byStatus;
  return statuses || kind.sex ? kindRanges(some, kind.sex) : EVERY;
}

/** The ranges to read, each with the conditions that it does not imply. */
function rangesOf(
  { filter, order }: RangeRequest,
  kinds: IndexRanges,
  statuses: readonly ReferralStatus[] | undefined,
): readonly (IndexRanges & { where: SQL | undefined })[] {
  const { scope, kind, where, owner } = filter;
  const owned = owner && isOwnedBy(owner);
  const onTab = and(owned, statuses && hasStatus(statuses));
  if (owner && owner.id !== null) {
    const all = and(where, scopeCondition(scope));
    // No index has an owner's names in order.
    if (order.sort === 'name') return [{ is: onTab, count: 1, where: all }];
    return [{ ...kinds, where: all }];
  }
  if (scope === 'all') {
    if (kinds === EVERY && kind.isGuest && !filter.isSearch) {
      return [{ is: isFromGuest, count: 1, where: undefined }];
    }
    return [{ ...kinds, where }];
  }
  const { siteIds } = scope;
  return scopeRanges(scope, kinds).map((ranges, index) => ({
    ...ranges,
    where: !isEmpty(siteIds) && index === 0 ? where : and(where, onTab),
  }));
}
