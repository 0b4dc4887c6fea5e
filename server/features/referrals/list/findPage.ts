/**
 * Reads a page of a list in one statement, with the caller, the total and the counts of the tabs (docs/how-a-list-is-read.md).
 * The filters and the order determine the statement, never the data.
 */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ReferralStatus } from '../../../../contract/staffConstants';
import type { WorklistCounts, WorklistQuery } from '../../../../contract/entities/worklist';
import type { CallerStatement } from '../../access';
import { memoizeByShape } from '../../../db/statements/memoizeByShape';
import { inlineNumber } from '../../../db/statements/parameters';
import type { ReadStatement } from '../../../db/statements/readStatement';
import { referral, site } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import { CALLER_SCOPES, type ScopeParameters } from '../visibility';
import {
  countByKinds,
  countFound,
  selectStatusCounts,
  statusCountSchema,
  toCounts,
  totalOf,
} from './count';
import {
  buildFilter,
  type FilterQuery,
  type FilterShape,
  filterShapeOf,
  filterValues,
  isOnTab,
} from './filters';
import { type ListOrder, NEWEST_FIRST, CURSOR_OF_ROW, cursorValues, type Start } from './order';
import { MAX_COUNTED, selectFound, sortFound } from './found';
import { columnsFor } from './json';
import {
  OFFSET,
  pageStatement,
  readPage,
  SIZE,
  SIZE_AND_NEXT,
  TAKE,
  TAKE_AND_NEXT,
  windowValues,
} from './page';
import { isIndexRange, type ListRequest, partsOf, selectPart } from './parts';
import type { Cursor } from './cursor';

/** A page of a list. */
export interface ListQuery extends FilterQuery {
  /** From 1. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
  readonly sort?: WorklistQuery['sort'];
  readonly order?: WorklistQuery['order'];
  /** The cursor of the previous page; without it, the page is read by its offset. */
  readonly after?: Cursor | undefined;
  /** Whether to count the referrals on each tab, and to return the cursor of the last row. */
  readonly hasTabs?: boolean;
}

/** What determines the statement of a query. */
interface Shape {
  readonly filters: FilterShape;
  readonly order: ListOrder;
  readonly start: Start | undefined;
  readonly hasTabs: boolean;
}

/** Returns the statements that read a page, one for each scope of callers. */
export function listStatements({
  sort,
  order,
  after,
  hasTabs = false,
  ...query
}: ListQuery): readonly CallerStatement[] {
  const listOrder = sort ? { sort, direction: order ?? 'desc' } : NEWEST_FIRST;
  return statementsOf({
    filters: filterShapeOf(query),
    order: listOrder,
    // The status of the cursor matters only to an order by status, and whether somebody waits to that by waiting.
    start: after && {
      status: listOrder.sort === 'status' ? after.status : 'Pending',
      isWaiting: listOrder.sort === 'waiting' && after.waits !== null,
    },
    hasTabs,
  });
}

const statementsOf = memoizeByShape(({ filters, order, start, hasTabs }: Shape) =>
  CALLER_SCOPES.map(({ roles, scope }) => {
    const filter = buildFilter(filters, scope);
    const request = { filter, order, start };
    return { roles, statement: buildStatement(request, columnsFor(roles), hasTabs) };
  }),
);

/** The values of the placeholders. */
export const listValues = ({ page, size, after, ...query }: ListQuery) => ({
  ...windowValues({ page, size }),
  ...(after && { offset: 0, take: size }),
  before: (page - 1) * size,
  ...cursorValues(after),
  ...filterValues(query),
});

function buildStatement(request: ListRequest, columns: SQL, hasTabs: boolean): ReadStatement {
  const { filter } = request;
  const list = filter.search ? listBySearch(request, hasTabs) : listByCounters(request, hasTabs);
  const listed = sql`listed as materialized (select ${list.ids} as ids)`;
  const pageIds = sql`(select ids[1 : ${SIZE}] from listed)`;
  const { with: pageTable, select, recordIds } = pageStatement(pageIds, list.total, columns);
  const { search, owner } = filter;
  const tables = [search?.with, owner?.several?.with, ...list.with, listed, pageTable].filter(
    (table) => !!table,
  );
  return {
    with: sql.join(tables, sql`, `),
    select: sql`${select}, ${list.more} as more${hasTabs ? sql`, ${list.counts} as counts, ${lastCursor} as cursor` : sql``}`,
    recordIds: recordIds ?? sql`null`,
    hasOnePlan: list.hasOnePlan,
  };
}

/** The cursor of the page's last row; null if no row follows it. */
const lastCursor = sql`(
  select json_build_object(${sql.join(
    Object.entries(CURSOR_OF_ROW).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`),
    sql`, `,
  )})
  from ${referral} join ${site} on ${site.id} = ${referral.site_id}
  where ${referral.id} = (select ids[${SIZE}] from listed where cardinality(ids) > ${SIZE}))`;

/** The parts of a statement that finds a page. */
interface FoundList {
  readonly with: readonly SQL[];
  /** An expression for the ids of the page, and of the row that follows it, in list order, as text[]. */
  readonly ids: SQL;
  /** Expressions for the number of referrals in the list, and for whether it is a lower bound. */
  readonly total: SQL;
  readonly more: SQL;
  /** An expression for the counts of the tabs, as JSON; null if there are too many to count. */
  readonly counts: SQL;
  readonly hasOnePlan: boolean;
}

const COUNTS = sql`(select coalesce(json_agg(counted), '[]') from counted)`;

/** Builds the statement of a list without a search: the counters have its total. */
function listByCounters(request: ListRequest, hasTabs: boolean): FoundList {
  const { filter, order } = request;
  const total = hasTabs ? totalOf(filter) : sql`(select total from counted)`;
  const table = hasTabs ? selectStatusCounts(filter) : sql`select ${countByKinds(filter)} as total`;
  const scan = scanCountedList(request);
  // The planner cannot estimate how the rows without an owner are distributed in the list, and would scan the table.
  const isScanned = isIndexRange(request) || filter.owner?.id === null;
  const found = sql`found as materialized (${selectFound(filter, isOnTab(filter), sql`true`)})`;
  const ids = isScanned
    ? scan.ids
    : sql`case when ${total} <= ${inlineNumber(MAX_COUNTED)} then ${sortFound(request, 'found')} else ${scan.ids} end`;
  return {
    with: [sql`counted as materialized (${table})`, ...(isScanned ? [] : [found]), ...scan.with],
    // A page beyond the end would read every row before it.
    ids: sql`case when ${total} > ${OFFSET} then ${ids} end`,
    total,
    more: sql`false`,
    counts: COUNTS,
    // The best plan for the order of sites depends on how many the caller has.
    hasOnePlan: isScanned && (order.sort !== 'site' || filter.scope === 'all'),
  };
}

const countIn = (table: string): SQL => sql`(select count(*)::int from ${sql.identifier(table)})`;
const isCountable = (table: string): SQL => sql`${countIn(table)} <= ${inlineNumber(MAX_COUNTED)}`;
const SOURCE = sql`(select source from reading)`;

/**
 * Builds the statement of a list with a search. It selects and sorts all matches on all tabs (`found`), to count them by tab.
 * If there are more than MAX_COUNTED, it selects those on the requested tab (`tab`). If these are too many as well, or the
 * estimate of all matches is too high, it scans the list in its order until the page is full (`scan`).
 */
function listBySearch(request: ListRequest, hasTabs: boolean): FoundList {
  const { filter, start } = request;
  const { expected } = filter.search ?? {};
  const all = sql`(select number from everything)`;
  const everything = sql`everything as materialized (select ${countOfAll(filter.scope)} as number)`;
  const isCounted = expected ? sql`${expected(all)} <= ${inlineNumber(MAX_COUNTED)}` : sql`true`;
  const isWanted = sql`(select is_counted from counting)`;
  const onTab = isOnTab(filter);
  const hasTabStage = hasTabs && !!onTab;
  const tab = selectFound(filter, onTab, sql`${isWanted} and not ${isCountable('found')}`);
  const scan = scanParts(request, TAKE_AND_NEXT);
  return {
    with: [
      ...(expected ? [everything] : []),
      sql`counting as materialized (select ${isCounted} as is_counted)`,
      sql`found as materialized (${selectFound(filter, hasTabs ? undefined : onTab, isWanted)})`,
      ...(hasTabStage ? [sql`tab as materialized (${tab})`] : []),
      sql`reading as materialized (select case when not ${isWanted} then 'scan' when ${isCountable('found')} then 'found'
        ${hasTabStage ? sql`when ${isCountable('tab')} then 'tab'` : sql``} else 'scan' end as source)`,
      ...scan.with,
      sql`counted as materialized (select * from (${countFound(filter)}) tabs where ${SOURCE} = 'found')`,
    ],
    ids: sql`case ${SOURCE} when 'found' then ${sortFound(request, 'found')}
      ${hasTabStage ? sql`when 'tab' then ${sortFound(request, 'tab')}` : sql``} else ${scan.ids} end`,
    total: sql`case ${SOURCE} when 'found' then (select count(*) from found referral where ${onTab ?? sql`true`})
      ${hasTabStage ? sql`when 'tab' then ${countIn('tab')}` : sql``}
      else ${start ? sql`${sql.placeholder('before')}::int + ` : sql``}${scan.rowCount} end`,
    more: sql`${SOURCE} = 'scan' and ${scan.rowCount} > ${TAKE}`,
    counts: sql`case ${SOURCE} when 'found' then ${COUNTS} end`,
    hasOnePlan: true,
  };
}

/** Scans a list whose total is known. If it has a single part, the statement skips the rows before the page by `offset`. */
function scanCountedList(request: ListRequest): Pick<Scan, 'with' | 'ids'> {
  const [part, ...others] = partsOf(request);
  if (!part || others.length > 0) return scanParts(request, TAKE_AND_NEXT);
  const ids = sql`array(select id from (${selectPart(request, part, TAKE_AND_NEXT)}) part limit ${SIZE_AND_NEXT} offset ${OFFSET})`;
  return { with: [], ids };
}

interface Scan {
  readonly with: readonly SQL[];
  /** An expression for the ids of the page, and of the row that follows it, as text[]. */
  readonly ids: SQL;
  /** An expression for the number of rows that were read: at most `take`. */
  readonly rowCount: SQL;
}

/** Scans the parts of a list one after the other, until `take` rows are read. */
function scanParts(request: ListRequest, take: SQL): Scan {
  const parts = partsOf(request);
  const names = parts.map((_, index) => sql.identifier(`part_${index}`));
  const idsOf = (name: SQL | ReturnType<typeof sql.identifier>) => sql`(select ids from ${name})`;
  const tables = parts.map((part, index) => {
    const before = names.slice(0, index).map((name) => sql` - cardinality(${idsOf(name)})`);
    const rest = index === 0 ? take : sql`(${take}${sql.join(before)})`;
    return sql`${names[index]} as materialized (select array(${selectPart(request, part, rest)}) as ids)`;
  });
  // There are no parts if the cursor is beyond the requested status, or no match has that status.
  const scanned = sql.join([sql`'{}'::text[]`, ...names.map(idsOf)], sql` || `);
  return {
    with: [...tables, sql`scanned as materialized (select ${scanned} as ids)`],
    ids: sql`(select ids[${OFFSET} + 1 : ${OFFSET} + ${SIZE_AND_NEXT}] from scanned)`,
    rowCount: sql`(select cardinality(ids) from scanned)`,
  };
}

export type List = JsonPage & {
  /** Null if there are too many to count. */
  readonly counts: WorklistCounts | null;
  /** The cursor of the last row; null if no row follows it. */
  readonly cursor: Cursor | null;
};

const rowSchema = z.object({
  more: z.boolean(),
  counts: z.array(statusCountSchema).nullish(),
  cursor: z.custom<Cursor>().nullish(),
});

/**
 * Parses the row of a list statement.
 * @param status the requested status, to which the counts `mine` and `nobody` are limited
 */
export function readList(row: unknown, status?: ReferralStatus): List {
  const { more, counts, cursor = null } = rowSchema.parse(row);
  return {
    ...readPage(row),
    ...(more && { more }),
    counts: counts ? toCounts(counts, status).counts : null,
    cursor,
  };
}

/** The statements that count all referrals that a caller may see. */
export const COUNT_STATEMENTS: readonly CallerStatement[] = CALLER_SCOPES.map(
  ({ roles, scope }) => ({
    roles,
    statement: { select: sql`${countOfAll(scope)} as count` },
  }),
);
export const readCount = (row: unknown): number => (row as { count: number }).count;

function countOfAll(scope: ScopeParameters): SQL {
  return countByKinds({
    scope,
    where: undefined,
    kind: {},
    search: undefined,
    status: undefined,
    matchStatus: undefined,
    owner: undefined,
  });
}
