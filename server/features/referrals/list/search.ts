/** Finds the ids of the referrals on one page of a list. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../db/database';
import { hiddenNumber, literal, type Parameter } from '../../../db/statements/parameters';
import { referral } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import type { ReferralQuery } from './filters';
import { areWordsCommon, hasSearchedWords } from './names';
import type { PageWindow, WindowParameters } from './page';
import { buildNewestQuery, EVERY, matchingRows, NEWEST_FIRST } from './ranges';
import { isLive, type Scope, scopeCondition, type ScopeParameters } from '../visibility';
import { countMatching, countOf } from './counters';

/** Search results are counted up to this number; beyond it, only the existence of a next page is known. */
export const MAX_COUNTED = 2_000;
/** A list of at most this many rows is searched completely. */
const SHORT_LIST = 5_000;
/** Number of the newest rows scanned first, to detect a search that matches many rows. */
const SAMPLE_SIZE = 500;
/** Rows of the first scan for a page: enough if one row in a hundred matches. */
const FIRST_SCAN = 5_500;
/** Each further scan covers this many times more rows. */
const SCAN_GROWTH = 5;
/** Rows of the only scan for common names. It ends when it has found a page. */
const NAME_SCAN = FIRST_SCAN * SCAN_GROWTH;
/** A kind with less than one row in this many is rare among the newest rows, so its own index ranges are scanned. */
const RARE_KIND_RATIO = 20;

export interface FoundPage {
  /** In list order. */
  readonly ids: readonly string[];
  /** Number of matches; a lower bound if there are `more`. */
  readonly total: number;
  readonly more: boolean;
}

/**
 * Reads a page of the rows that a query finds, newest first.
 * @param isShown whether it does, by an expression for the number of these rows
 * @returns null, and reads none, unless that holds
 */
export type ReadFound = (rows: SQL, isShown: (count: SQL) => SQL) => Promise<JsonPage | null>;

/**
 * Finds one page of a list that is no range of an index, newest first. Reads only as many rows as the page needs or the search can
 * match, never the whole table.
 */
export async function findPage(
  db: Database,
  scope: Scope,
  query: ReferralQuery,
  page: PageWindow,
  read: ReadFound,
): Promise<FoundPage | JsonPage> {
  if (query.isSearch) return search(db, scope, query, page, read);
  const total = await countMatching(db, scope, query.kind);
  if (page.offset >= total) return { ids: [], total, more: false };
  const take = Math.min(page.offset + page.size, total);
  const target = await chooseScanTarget(db, scope, query);
  const { ids } = await scanNewest(db, scope, query, page, { take, ...target });
  return { ids, total, more: false };
}

/**
 * An expression for the ids of one page of a list that is a range of an index, newest first, as text[].
 * @param query one for which `isIndexRange` holds
 */
export function newestIds(
  scope: ScopeParameters,
  query: ReferralQuery,
  { offset, size, take }: WindowParameters,
): SQL {
  return sql`array(
    select id from (${buildNewestQuery(scope, query, { take })}) newest
    order by sort_key desc, id desc limit ${size} offset ${offset})`;
}

async function search(
  db: Database,
  scope: Scope,
  query: ReferralQuery,
  page: PageWindow,
  read: ReadFound,
): Promise<FoundPage | JsonPage> {
  // One row beyond the page shows whether there are more.
  const take = page.offset + page.size + 1;
  const readAll = () => read(allMatching(scope, query), (count) => sql`${count} <= ${MAX_COUNTED}`);
  const readNear = async (scanLimit: number, byKind: boolean) => {
    const rows = buildNewestQuery(scope, query, { take, byKind, scanLimit });
    const isLong = sql`${countOf(scope)} > ${SHORT_LIST}`;
    const near = await read(rows, (count) => sql`${count} >= ${take} and ${isLong}`);
    return near && { ...near, total: take, more: true };
  };
  const { expected, kind } = query;
  const isOfKind = kind.status !== undefined || kind.sex !== undefined;
  const first = await (expected === 'few'
    ? readAll()
    : expected === 'many' && !isOfKind && readNear(Math.max(FIRST_SCAN, take), false));
  if (first) return first;
  const target = await chooseScanTarget(db, scope, query);
  const { rowCount, byKind } = target;
  if (expected === 'unknown' && rowCount > SHORT_LIST && take <= SAMPLE_SIZE) {
    const near = await readNear(SAMPLE_SIZE, byKind);
    if (near) return near;
  }
  if (expected === 'unknown' || rowCount <= SHORT_LIST) {
    const all = await readAll();
    if (all) return all;
  }
  return toFoundPage(await scanNewest(db, scope, query, page, { take, ...target }), take);
}

/**
 * The referrals whose name contains the words of a search, in a statement with `SEARCHED_WORDS`, like `search`: all of them, unless all
 * words are common; then a page of those among the newest, or none within a scope, where how far to scan each range depends on their number.
 * @param where another condition
 * @returns a query for `id` and `sort_key`, and by the number of its rows whether they decide the page
 */
export function rowsByName(
  scope: ScopeParameters,
  where: SQL | undefined,
  { take }: { take: Parameter<number> },
): { rows: SQL; isShown: (count: SQL) => SQL } {
  const { all, uncommon } = hasSearchedWords;
  const few = sql`select ${referral.id}, ${referral.entry_date} as sort_key from ${referral}
    where ${and(isLive, scopeCondition(scope), where, uncommon, all)} limit ${literal(MAX_COUNTED + 1)}`;
  const isComplete = (count: SQL) =>
    sql`not ${areWordsCommon} and ${count} <= ${literal(MAX_COUNTED)}`;
  if (scope !== 'all') return { rows: few, isShown: isComplete };
  const near = matchingRows(
    { ...EVERY, is: areWordsCommon },
    {
      where: and(where, all),
      order: NEWEST_FIRST,
      take: hiddenNumber(take),
      rowLimit: literal(NAME_SCAN),
    },
  );
  const isFull = (count: SQL) =>
    sql`${count} >= ${take} and ${countOf(scope)} > ${literal(SHORT_LIST)}`;
  return {
    rows: sql`(${few}) union all (${near})`,
    isShown: (count) =>
      sql`case when ${areWordsCommon} then ${isFull(count)} else ${isComplete(count)} end`,
  };
}

/** The rows to scan: all rows in scope, or only those of the kind. */
interface ScanTarget {
  /** Number of these rows. */
  readonly rowCount: number;
  readonly byKind: boolean;
}

async function chooseScanTarget(
  db: Database,
  scope: Scope,
  { kind }: ReferralQuery,
): Promise<ScanTarget> {
  const rowCount = await countMatching(db, scope);
  const { status, sex } = kind;
  if (status === undefined && sex === undefined) return { rowCount, byKind: false };
  const ofKind = await countMatching(db, scope, { status, sex });
  return ofKind * RARE_KIND_RATIO < rowCount
    ? { rowCount: ofKind, byKind: true }
    : { rowCount, byKind: false };
}

interface ScanOptions extends ScanTarget {
  /** Number of matches needed to fill the page. */
  readonly take: number;
}

/**
 * Scans from the newest row and widens the scan until the page is full. The scans have explicit row limits, because otherwise
 * the planner could choose another plan based on its estimate of the matches.
 */
async function scanNewest(
  db: Database,
  scope: Scope,
  query: ReferralQuery,
  page: PageWindow,
  { take, rowCount, byKind }: ScanOptions,
): Promise<SelectedPage> {
  for (let rows = Math.max(FIRST_SCAN, take); rows < rowCount; rows *= SCAN_GROWTH) {
    const found = await selectPage(
      db,
      buildNewestQuery(scope, query, { take, byKind, scanLimit: rows }),
      page,
    );
    if (found.total >= take) return found;
  }
  return selectPage(
    db,
    buildNewestQuery(scope, query, { take, byKind, scanLimit: Infinity }),
    page,
  );
}

const toFoundPage = ({ ids, total }: SelectedPage, take: number): FoundPage => ({
  ids,
  total: Math.min(total, take),
  more: total >= take,
});

/** Selects all matches up to the count limit, unordered: the planner chooses the most selective index. */
const allMatching = (scope: Scope, { where }: ReferralQuery): SQL =>
  sql`select ${referral.id}, ${referral.entry_date} as sort_key from ${referral}
    where ${and(isLive, scopeCondition(scope), where)} limit ${MAX_COUNTED + 1}`;

const selectedSchema = z.object({
  rows: z.tuple([z.object({ total: z.number(), ids: z.array(z.string()).nullable() })]),
});
interface SelectedPage {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Counts and sorts the rows of a query and returns the ids of one page. */
async function selectPage(
  db: Database,
  found: SQL,
  { offset, size }: PageWindow,
): Promise<SelectedPage> {
  const result = await db.execute(sql`
    with found as materialized (${found})
    select count(*)::int as total,
      (array_agg(id order by sort_key desc, id desc))[${offset + 1}::int:${offset + size}::int] as ids
    from found`);
  const [{ total, ids }] = selectedSchema.parse(result).rows;
  return { total, ids: ids ?? [] };
}
