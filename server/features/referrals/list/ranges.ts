/** Finds referrals in the order of an index: reads its ranges, only as far as needed. */
import { and, type SQL, sql } from 'drizzle-orm';
import { REFERRAL_STATUSES, SEXES } from '../../../../contract/constants';
import { referral } from '../../../db/schema';
import type { ReferralQuery } from './filters';
import {
  hiddenNumber,
  hiddenText,
  hiddenTextArray,
  isEmpty,
  type Parameter,
} from '../../../db/statements/parameters';
import { isFromGuest, isLive, type ScopeParameters } from '../visibility';

interface NewestOptions {
  /** Maximum number of rows from each range. */
  readonly take: Parameter<number>;
  /**
   * Number of rows to scan in index order, over all ranges together; Infinity for all rows. If omitted, the database's
   * planner decides.
   */
  readonly scanLimit?: number;
  /** Whether each status and sex gets a range of its own. Defaults to true without `scanLimit` and to false with it. */
  readonly byKind?: boolean;
}
/** More rows than any range has. */
export const ALL_ROWS = 1_000_000_000;

/** One index range, or one for each row of `from`. */
export interface IndexRanges {
  readonly is: SQL | undefined;
  readonly from?: SQL;
  /** Number of ranges, for dividing a scan limit among them. */
  readonly count: number;
}

/** The order of the rows of a range, which its index has: by `key`, then by id. */
export interface RangeOrder {
  readonly key: SQL;
  readonly direction: 'asc' | 'desc';
}
export const NEWEST_FIRST: RangeOrder = { key: sql`${referral.entry_date}`, direction: 'desc' };

/** Whether the index ranges contain exactly the referrals to list, so no row is read and discarded. */
export function isIndexRange(scope: ScopeParameters, { isSearch, kind }: ReferralQuery): boolean {
  if (isSearch) return false;
  return !kind.isGuest || (scope === 'all' && kind.status === undefined && kind.sex === undefined);
}

/** Builds a query for `id` and `sort_key` of the newest matching referrals in a scope: unordered, may exceed `take` rows. */
export function buildNewestQuery(
  scope: ScopeParameters,
  query: ReferralQuery,
  { take, scanLimit, byKind = scanLimit === undefined }: NewestOptions,
): SQL {
  const all = rangesOf(scope, query, byKind);
  const count = all.reduce((sum, ranges) => sum + ranges.count, 0);
  const rowLimit =
    scanLimit === undefined ? undefined : Math.min(Math.ceil(scanLimit / count), ALL_ROWS);
  if (rowLimit === undefined || rowLimit === ALL_ROWS || count === 1) {
    const { where } = query;
    const options = { where, take, rowLimit, order: NEWEST_FIRST };
    return sql.join(
      all.map((ranges) => sql`(${matchingRows(ranges, options)})`),
      sql` union `,
    );
  }
  // With the same row limit, a sparse range reaches further back in time than a dense one. Keep only rows newer than the most
  // recent cut-off of any range: before that date, unscanned rows may precede the scanned ones in the list.
  const scans = all.map((ranges) => sql`(${scannedRows(ranges, query, rowLimit)})`);
  return sql`with looked as materialized (${sql.join(scans, sql` union all `)})
    select distinct id, sort_key from looked
    where is_wanted and sort_key > (select coalesce(max(range_end), '-infinity') from looked)`;
}

function rangesOf(scope: ScopeParameters, query: ReferralQuery, byKind: boolean): IndexRanges[] {
  const { kind } = query;
  const { status, sex } = kind;
  const split = byKind && (status !== undefined || sex !== undefined);
  const kinds = split
    ? kindRanges(status === undefined ? REFERRAL_STATUSES : [status], sex)
    : EVERY;
  if (scope !== 'all') return scopeRanges(scope, kinds);
  if (kind.isGuest && isIndexRange(scope, query)) {
    return [{ is: isFromGuest, count: 1 }];
  }
  return [kinds];
}

/** The whole of an index. */
export const EVERY: IndexRanges = { is: undefined, count: 1 };

/** A range for each combination of the statuses and the sex, or all sexes: the indexes have both columns. */
export function kindRanges(statuses: readonly string[], sex: string | undefined): IndexRanges {
  const sexes = sex === undefined ? SEXES : [sex];
  return {
    is: sql`${referral.status} = kind_status and ${referral.sex} = kind_sex`,
    from: sql`unnest(${hiddenTextArray(statuses)}) kind_status
    cross join unnest(${hiddenTextArray(sexes)}) kind_sex`,
    count: statuses.length * sexes.length,
  };
}

/** The ranges of a scope other than all: those at each site, and the account's own. */
export function scopeRanges(
  { accountId, siteIds }: Exclude<ScopeParameters, 'all'>,
  kinds: IndexRanges,
): IndexRanges[] {
  const own =
    accountId === undefined
      ? []
      : [
          { is: sql`${referral.created_by} = ${hiddenText(accountId)}`, count: 1 },
          { is: sql`${referral.referrer_id} = ${hiddenText(accountId)}`, count: 1 },
        ];
  if (isEmpty(siteIds)) return own;
  const sites = sql`unnest(${hiddenTextArray(siteIds)}) place`;
  const atSites = {
    is: and(sql`${referral.site_id} = place`, kinds.is),
    from: kinds.from ? sql`${sites} cross join ${kinds.from}` : sites,
    count: (Array.isArray(siteIds) ? siteIds.length : 1) * kinds.count,
  };
  return [atSites, ...own];
}

/** The `order by` terms of rows with a `key`. */
const orderRows = (key: SQL, direction: RangeOrder['direction']): SQL =>
  sql`${key} ${sql.raw(direction)}, ${referral.id} ${sql.raw(direction)}`;

const NEWEST_TERMS = orderRows(NEWEST_FIRST.key, NEWEST_FIRST.direction);
const NEWEST = sql`order by ${NEWEST_TERMS}`;

/** Rows of referrals, as a `from` clause, and the terms of their order. */
export interface Rows {
  readonly from: SQL;
  readonly order: SQL;
}

/** The first rows of the list of all referrals, newest first, that match a condition: one that most rows match. */
export const newestRows = (
  where: SQL | undefined,
  { size }: { size: Parameter<number> },
): Rows => ({
  from: sql`(select * from ${referral} where ${and(isLive, where)} ${NEWEST} limit ${hiddenNumber(size)}) referral`,
  order: NEWEST_TERMS,
});

interface MatchingOptions {
  readonly where: SQL | undefined;
  readonly order: RangeOrder;
  /** Maximum number of rows from each range. */
  readonly take: Parameter<number>;
  /** Number of rows to scan in index order. If undefined, the database's planner decides. */
  readonly rowLimit: Parameter<number> | undefined;
}

/** Selects `id` and `sort_key` of the first matching rows of each range. */
export function matchingRows(
  { is, from }: IndexRanges,
  { where, order: { key, direction }, take, rowLimit }: MatchingOptions,
): SQL {
  const order = sql`order by ${orderRows(key, direction)}`;
  const range =
    rowLimit === undefined
      ? sql`select ${referral.id}, ${key} as sort_key from ${referral} where ${and(isLive, is, where)} ${order} limit ${hiddenNumber(take)}`
      : // The alias equals the table's name, so conditions on the table apply to the subquery.
        sql`select ${referral.id}, ${key} as sort_key from (
            select * from ${referral} where ${and(isLive, is)} ${order} limit ${rowLimit}
          ) referral where ${where ?? sql`true`} ${order} limit ${take}`;
  return from ? sql`select r.id, r.sort_key from ${from} cross join lateral (${range}) r` : range;
}

/** Selects the newest rows of each range, matching or not, and the oldest date scanned if the limit cut the range off. */
function scannedRows({ is, from }: IndexRanges, { where }: ReferralQuery, rowLimit: number): SQL {
  const range = sql`select ${referral.id}, ${referral.entry_date} as sort_key, (${where ?? sql`true`}) as is_wanted,
      case when count(*) over () = ${rowLimit} then min(${referral.entry_date}) over () end as range_end
    from (select * from ${referral} where ${and(isLive, is)} ${NEWEST} limit ${rowLimit}) referral`;
  return from ? sql`select r.* from ${from} cross join lateral (${range}) r` : range;
}
