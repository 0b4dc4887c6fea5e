/** Finds the ids of the referrals on one page of a list. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database';
import { referral } from '../../db/schema';
import type { ReferralQuery } from './filters';
import { isIndexRange, buildNewestQuery } from './rangeRepository';
import { isLive, type Scope, scopeCondition } from './scopeRepository';
import { countMatching } from './counterRepository';

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
/** A kind with less than one row in this many is rare among the newest rows, so its own index ranges are scanned. */
const RARE_KIND_RATIO = 20;

export interface FoundPage {
  /** In list order. */
  readonly ids: readonly string[];
  /** Number of matches; a lower bound if there are `more`. */
  readonly total: number;
  readonly more: boolean;
}

interface PageWindow {
  readonly offset: number;
  readonly size: number;
}

/** Finds one page, newest first. Reads only as many rows as the page needs or the search can match, never the whole table. */
export async function findPage(
  db: Database,
  scope: Scope,
  query: ReferralQuery,
  page: PageWindow,
): Promise<FoundPage> {
  if (query.isSearch) return search(db, scope, query, page);
  const total = await countMatching(db, scope, query.kind);
  if (page.offset >= total) return { ids: [], total, more: false };
  const take = Math.min(page.offset + page.size, total);
  const { ids } = isIndexRange(scope, query)
    ? await selectPage(db, buildNewestQuery(scope, query, { take }), page)
    : await scanNewest(db, scope, query, page, {
        take,
        ...(await chooseScanTarget(db, scope, query)),
      });
  return { ids, total, more: false };
}

async function search(
  db: Database,
  scope: Scope,
  query: ReferralQuery,
  page: PageWindow,
): Promise<FoundPage> {
  if (query.expected === 'few') {
    const all = await selectPage(db, allMatching(scope, query), page);
    if (all.total <= MAX_COUNTED) return { ...all, more: false };
  }
  const { rowCount, byKind } = await chooseScanTarget(db, scope, query);
  // One row beyond the page shows whether there are more.
  const options = { take: page.offset + page.size + 1, rowCount, byKind };
  if (query.expected === 'unknown' && rowCount > SHORT_LIST && options.take <= SAMPLE_SIZE) {
    const { take } = options;
    const near = await selectPage(
      db,
      buildNewestQuery(scope, query, { take, byKind, scanLimit: SAMPLE_SIZE }),
      page,
    );
    if (near.total >= options.take) return toFoundPage(near, options.take);
  }
  if (query.expected === 'unknown' || rowCount <= SHORT_LIST) {
    const all = await selectPage(db, allMatching(scope, query), page);
    if (all.total <= MAX_COUNTED) return { ...all, more: false };
  }
  return toFoundPage(await scanNewest(db, scope, query, page, options), options.take);
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
