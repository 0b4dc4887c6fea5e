/**
 * The one way to read a list: one statement finds the caller, what of the list they may see, a page of it in its order, the number of its
 * referrals and those on its tabs (docs/how-a-list-is-read.md). Which statement depends on the filters and the order, never on what is
 * found.
 */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ReferralStatus } from '../../../../contract/constants';
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
import {
  type ListOrder,
  NEWEST_FIRST,
  PLACE_OF_ROW,
  placeValues,
  type Start,
  statusGroups,
} from './order';
import { MAX_COUNTED, selectFound, sortFound } from './found';
import { OFFSET, pageStatement, readPage, SIZE, TAKE, windowValues } from './page';
import { isIndexRange, type ListRequest, partsOf, selectPart } from './parts';
import type { Place } from './place';

/** A page of a list. */
export interface ListQuery extends FilterQuery {
  /** From 1. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
  readonly sort?: WorklistQuery['sort'];
  readonly order?: WorklistQuery['order'];
  /** The place of the last row of the page before; without it, the page is counted from the start. */
  readonly after?: Place | undefined;
  /** Whether to count what is on the tabs, and to return the place of the last row. */
  readonly hasTabs?: boolean;
}

/** What distinguishes the statements of queries. */
interface Shape {
  readonly filters: FilterShape;
  readonly order: ListOrder;
  readonly start: Start | undefined;
  readonly hasTabs: boolean;
}

/** The statements that read a page, for callers of different roles. */
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
    // The status of the place matters only to an order by status.
    start: after && { status: statusGroups(listOrder) ? after.status : 'Pending' },
    hasTabs,
  });
}

const statementsOf = memoizeByShape(({ filters, order, start, hasTabs }: Shape) =>
  CALLER_SCOPES.map(({ roles, scope }) => {
    const filter = buildFilter(filters, scope);
    return { roles, statement: buildStatement({ filter, order, start }, hasTabs) };
  }),
);

/** The values of the placeholders. */
export const listValues = ({ page, size, after, ...query }: ListQuery) => ({
  ...windowValues({ page, size }),
  ...(after && { offset: 0, take: size }),
  before: (page - 1) * size,
  ...placeValues(after),
  ...filterValues(query),
});

function buildStatement(request: ListRequest, hasTabs: boolean): ReadStatement {
  const { filter } = request;
  const list = filter.search ? searched(request, hasTabs) : counted(request, hasTabs);
  const { with: pageTable, select, recordIds } = pageStatement(list.ids, list.total);
  const tables = [filter.search?.with, ...list.with, pageTable].filter((table) => !!table);
  return {
    with: sql.join(tables, sql`, `),
    select: sql`${select}, ${list.more} as more${hasTabs ? sql`, ${list.counts} as counts, ${placeOfLast} as place` : sql``}`,
    recordIds: recordIds ?? sql`null`,
    hasOnePlan: list.hasOnePlan,
  };
}

/** The place of the page's last row. */
const placeOfLast = sql`(
  select json_build_object(${sql.join(
    Object.entries(PLACE_OF_ROW).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`),
    sql`, `,
  )})
  from ${referral} join ${site} on ${site.id} = ${referral.site_id}
  where ${referral.id} = (select ids[cardinality(ids)] from page))`;

/** The parts of a statement that finds a page. */
interface FoundList {
  readonly with: readonly SQL[];
  /** An expression for the ids of the page in list order, as text[]. */
  readonly ids: SQL;
  /** Expressions for the number of referrals in the list, and whether it is a lower bound. */
  readonly total: SQL;
  readonly more: SQL;
  /** An expression for the numbers on the tabs, as JSON; null if there are too many to count. */
  readonly counts: SQL;
  readonly hasOnePlan: boolean;
}

const COUNTS = sql`(select coalesce(json_agg(counted), '[]') from counted)`;

/** A list whose numbers the counters have. */
function counted(request: ListRequest, hasTabs: boolean): FoundList {
  const { filter, order } = request;
  const total = hasTabs ? totalOf(filter) : sql`(select total from counted)`;
  const table = hasTabs ? selectStatusCounts(filter) : sql`select ${countByKinds(filter)} as total`;
  const scan = scanCounted(request);
  // The planner does not know how close together the rows are that nobody owns: it would rather scan the table.
  const isScanned = isIndexRange(request) || filter.owner?.id === null;
  const found = sql`found as materialized (${selectFound(filter, isOnTab(filter), sql`true`)})`;
  const ids = isScanned
    ? scan.ids
    : sql`case when ${total} <= ${inlineNumber(MAX_COUNTED)} then ${sortFound(request, 'found')} else ${scan.ids} end`;
  return {
    with: [sql`counted as materialized (${table})`, ...(isScanned ? [] : [found]), ...scan.with],
    // A page beyond the end reads nothing; otherwise it would read every row before it.
    ids: sql`case when ${total} > ${OFFSET} then ${ids} end`,
    total,
    more: sql`false`,
    counts: COUNTS,
    // The best plan for the order of sites depends on how many the caller has.
    hasOnePlan: isScanned && (order.sort !== 'site' || filter.scope === 'all'),
  };
}

const numberIn = (table: string): SQL => sql`(select count(*)::int from ${sql.identifier(table)})`;
const isFew = (table: string): SQL => sql`${numberIn(table)} <= ${inlineNumber(MAX_COUNTED)}`;
const SOURCE = sql`(select source from reading)`;

/**
 * A list that only a search tells. All that it finds is selected and sorted: with any status and owner, for the numbers of the tabs; or,
 * if these are too many, what is on the tab asked for. If that is too many, or probably so, a page of it is read in list order.
 */
function searched(request: ListRequest, hasTabs: boolean): FoundList {
  const { filter, start } = request;
  const { expected } = filter.search ?? {};
  const all = sql`(select number from everything)`;
  const everything = sql`everything as materialized (select ${countOfAll(filter.scope)} as number)`;
  const isCounted = expected ? sql`${expected(all)} <= ${inlineNumber(MAX_COUNTED)}` : sql`true`;
  const isWanted = sql`(select is_counted from counting)`;
  const onTab = isOnTab(filter);
  const hasTabStage = hasTabs && !!onTab;
  const tab = selectFound(filter, onTab, sql`${isWanted} and not ${isFew('found')}`);
  const scan = scanParts(request, sql`(${TAKE} + 1)`);
  return {
    with: [
      ...(expected ? [everything] : []),
      sql`counting as materialized (select ${isCounted} as is_counted)`,
      sql`found as materialized (${selectFound(filter, hasTabs ? undefined : onTab, isWanted)})`,
      ...(hasTabStage ? [sql`tab as materialized (${tab})`] : []),
      sql`reading as materialized (select case when not ${isWanted} then 'scan' when ${isFew('found')} then 'found'
        ${hasTabStage ? sql`when ${isFew('tab')} then 'tab'` : sql``} else 'scan' end as source)`,
      ...scan.with,
      sql`counted as materialized (select * from (${countFound(filter)}) tabs where ${SOURCE} = 'found')`,
    ],
    ids: sql`case ${SOURCE} when 'found' then ${sortFound(request, 'found')}
      ${hasTabStage ? sql`when 'tab' then ${sortFound(request, 'tab')}` : sql``} else ${scan.ids} end`,
    total: sql`case ${SOURCE} when 'found' then (select count(*) from found referral where ${onTab ?? sql`true`})
      ${hasTabStage ? sql`when 'tab' then ${numberIn('tab')}` : sql``}
      else ${start ? sql`${sql.placeholder('before')}::int + ` : sql``}${scan.seen} end`,
    more: sql`${SOURCE} = 'scan' and ${scan.seen} > ${TAKE}`,
    counts: sql`case ${SOURCE} when 'found' then ${COUNTS} end`,
    hasOnePlan: true,
  };
}

/** Reads a page of a list whose numbers are known. One part alone skips the rows before the page. */
function scanCounted(request: ListRequest): Pick<Scan, 'with' | 'ids'> {
  const [part, ...others] = partsOf(request);
  if (!part || others.length > 0) return scanParts(request, TAKE);
  const ids = sql`array(select id from (${selectPart(request, part, TAKE)}) part limit ${SIZE} offset ${OFFSET})`;
  return { with: [], ids };
}

interface Scan {
  readonly with: readonly SQL[];
  /** An expression for the ids of the page, as text[]. */
  readonly ids: SQL;
  /** An expression for the number of rows that were read, up to as many as should be. */
  readonly seen: SQL;
}

/** Reads a list one part after the other, until as many rows as should be are read. */
function scanParts(request: ListRequest, take: SQL): Scan {
  const parts = partsOf(request);
  const names = parts.map((_, index) => sql.identifier(`part_${index}`));
  const idsOf = (name: SQL | ReturnType<typeof sql.identifier>) => sql`(select ids from ${name})`;
  const tables = parts.map((part, index) => {
    const before = names.slice(0, index).map((name) => sql` - cardinality(${idsOf(name)})`);
    const rest = index === 0 ? take : sql`(${take}${sql.join(before)})`;
    return sql`${names[index]} as materialized (select array(${selectPart(request, part, rest)}) as ids)`;
  });
  // After a place beyond the status asked for, there are none.
  const scanned = sql.join([sql`'{}'::text[]`, ...names.map(idsOf)], sql` || `);
  return {
    with: [...tables, sql`scanned as materialized (select ${scanned} as ids)`],
    ids: sql`(select ids[${OFFSET} + 1 : ${OFFSET} + ${SIZE}] from scanned)`,
    seen: sql`(select cardinality(ids) from scanned)`,
  };
}

export type List = JsonPage & {
  /** Null if there are too many to count. */
  readonly counts: WorklistCounts | null;
  /** Where the last row is. */
  readonly place: Place | null;
};

const rowSchema = z.object({
  more: z.boolean(),
  counts: z.array(statusCountSchema).nullish(),
  place: z.custom<Place>().nullish(),
});

/** The page of a statement's row. @param status the one asked for, for the numbers of the tabs */
export function readList(row: unknown, status?: ReferralStatus): List {
  const { more, counts, place = null } = rowSchema.parse(row);
  return {
    ...readPage(row),
    ...(more && { more }),
    counts: counts ? toCounts(counts, status).counts : null,
    place,
  };
}

/** The statements that count the list of all that a caller may see. */
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
    owner: undefined,
  });
}
