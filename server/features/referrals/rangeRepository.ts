/** Finds referrals newest first: reads index ranges backwards, only as far as needed. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { REFERRAL_STATUSES, SEXES } from '../../../contract/constants';
import { referral } from '../../db/schema';
import { GUEST_REFERRER_ID, type ReferralQuery } from './filters';
import { textArray } from '../../db/likePatterns';
import { isLive, type Scope } from './scopeRepository';

interface NewestOptions {
  /** Maximum number of rows from each range. */
  readonly take: number;
  /**
   * Number of rows to scan in index order, over all ranges together; Infinity for all rows. If omitted, the database's
   * planner decides.
   */
  readonly scanLimit?: number;
  /** Whether each status and sex gets a range of its own. Defaults to true without `scanLimit` and to false with it. */
  readonly byKind?: boolean;
}
/** More rows than any range has. */
const ALL_ROWS = 1_000_000_000;

/** One index range, or one for each row of `from`. */
interface IndexRanges {
  readonly is: SQL | undefined;
  readonly from?: SQL;
  /** Number of ranges, for dividing a scan limit among them. */
  readonly count: number;
}

/** Whether the index ranges contain exactly the referrals to list, so no row is read and discarded. */
export function isIndexRange(scope: Scope, { isSearch, kind }: ReferralQuery): boolean {
  if (isSearch) return false;
  return !kind.isGuest || (scope === 'all' && kind.status === undefined && kind.sex === undefined);
}

/** Builds a query for `id` and `entry_date` of the newest matching referrals in a scope: unordered, may exceed `take` rows. */
export function buildNewestQuery(
  scope: Scope,
  query: ReferralQuery,
  { take, scanLimit, byKind = scanLimit === undefined }: NewestOptions,
): SQL {
  const all = rangesOf(scope, query, byKind);
  const count = all.reduce((sum, ranges) => sum + ranges.count, 0);
  const rowLimit =
    scanLimit === undefined ? undefined : Math.min(Math.ceil(scanLimit / count), ALL_ROWS);
  if (rowLimit === undefined || rowLimit === ALL_ROWS || count === 1) {
    const parts = all.map((ranges) => sql`(${matchingRows(ranges, query, take, rowLimit)})`);
    return sql.join(parts, sql` union `);
  }
  // With the same row limit, a sparse range reaches further back in time than a dense one. Keep only rows newer than the most
  // recent cut-off of any range: before that date, unscanned rows may precede the scanned ones in the list.
  const scans = all.map((ranges) => sql`(${scannedRows(ranges, query, rowLimit)})`);
  return sql`with looked as materialized (${sql.join(scans, sql` union all `)})
    select distinct id, entry_date from looked
    where is_wanted and entry_date > (select coalesce(max(range_end), '-infinity') from looked)`;
}

function rangesOf(scope: Scope, query: ReferralQuery, byKind: boolean): IndexRanges[] {
  const { kind } = query;
  const splitsKinds = byKind && (kind.status !== undefined || kind.sex !== undefined);
  const statuses = kind.status === undefined ? REFERRAL_STATUSES : [kind.status];
  const sexes = kind.sex === undefined ? SEXES : [kind.sex];
  // One row for each combination of status and sex: the indexes have both columns.
  const eachKind = sql`unnest(${textArray(statuses)}) kind_status
    cross join unnest(${textArray(sexes)}) kind_sex`;
  const isKind = sql`${referral.status} = kind_status and ${referral.sex} = kind_sex`;
  const kinds = splitsKinds ? statuses.length * sexes.length : 1;

  if (scope === 'all') {
    if (kind.isGuest && isIndexRange(scope, query)) {
      return [{ is: eq(referral.referrer_id, GUEST_REFERRER_ID), count: 1 }];
    }
    return [
      splitsKinds ? { is: isKind, from: eachKind, count: kinds } : { is: undefined, count: 1 },
    ];
  }
  const { accountId, siteIds } = scope;
  const ownRanges = [
    { is: eq(referral.created_by, accountId), count: 1 },
    { is: eq(referral.referrer_id, accountId), count: 1 },
  ];
  if (siteIds.length === 0) return ownRanges;
  const sites = sql`unnest(${textArray(siteIds)}) place`;
  const siteRanges = {
    is: and(sql`${referral.site_id} = place`, splitsKinds ? isKind : undefined),
    from: splitsKinds ? sql`${sites} cross join ${eachKind}` : sites,
    count: siteIds.length * kinds,
  };
  return [siteRanges, ...ownRanges];
}

const ORDER = sql`order by ${referral.entry_date} desc, ${referral.id} desc`;

/** Selects the newest matching rows of each range. */
function matchingRows(
  { is, from }: IndexRanges,
  { where }: ReferralQuery,
  take: number,
  rowLimit: number | undefined,
): SQL {
  const columns = sql`${referral.id}, ${referral.entry_date}`;
  const range =
    rowLimit === undefined
      ? sql`select ${columns} from ${referral} where ${and(isLive, is, where)} ${ORDER} limit ${take}`
      : // The alias equals the table's name, so conditions on the table apply to the subquery.
        sql`select ${columns} from (
            select * from ${referral} where ${and(isLive, is)} ${ORDER} limit ${rowLimit}
          ) referral where ${where ?? sql`true`} ${ORDER} limit ${take}`;
  return from ? sql`select r.id, r.entry_date from ${from} cross join lateral (${range}) r` : range;
}

/** Selects the newest rows of each range, matching or not, and the oldest date scanned if the limit cut the range off. */
function scannedRows({ is, from }: IndexRanges, { where }: ReferralQuery, rowLimit: number): SQL {
  const range = sql`select ${referral.id}, ${referral.entry_date}, (${where ?? sql`true`}) as is_wanted,
      case when count(*) over () = ${rowLimit} then min(${referral.entry_date}) over () end as range_end
    from (select * from ${referral} where ${and(isLive, is)} ${ORDER} limit ${rowLimit}) referral`;
  return from ? sql`select r.* from ${from} cross join lateral (${range}) r` : range;
}
