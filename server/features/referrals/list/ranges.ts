/** Index ranges of referrals: reads the rows of each range in index order, up to a limit. */
import { and, type SQL, sql } from 'drizzle-orm';
import { SEXES } from '../../../../contract/constants';
import { referral } from '../../../db/schema';
import {
  opaqueNumber,
  opaqueText,
  opaqueTextArray,
  isEmpty,
  inlineNumber,
  type Parameter,
} from '../../../db/statements/parameters';
import { isLive, type ScopeParameters } from '../visibility';
import type { RangeOrder } from './order';

/** One index range, or one for each row of the `from` item. */
export interface IndexRanges {
  readonly condition: SQL | undefined;
  readonly from?: SQL | undefined;
}

/** The whole of an index. */
export const WHOLE_INDEX: IndexRanges = { condition: undefined };

/** One range for each combination of status and sex: the indexes have both columns. Without `sex`, all sexes. */
export function kindRanges(statuses: readonly string[], sex: string | undefined): IndexRanges {
  return {
    condition: sql`${referral.status} = range_status and ${referral.sex} = range_sex`,
    from: sql`unnest(${opaqueTextArray(statuses)}) range_status
    cross join unnest(${opaqueTextArray(sex === undefined ? SEXES : [sex])}) range_sex`,
  };
}

/** The ranges of a limited scope: those of each site, and the account's own referrals. */
export function scopeRanges(
  { accountId, siteIds }: Exclude<ScopeParameters, 'all'>,
  kinds: IndexRanges,
): readonly IndexRanges[] {
  const own =
    accountId === undefined
      ? []
      : [
          { condition: sql`${referral.created_by} = ${opaqueText(accountId)}` },
          { condition: sql`${referral.referrer_id} = ${opaqueText(accountId)}` },
        ];
  if (isEmpty(siteIds)) return own;
  const sites = sql`unnest(${opaqueTextArray(siteIds)}) scope_site`;
  const atSites = {
    condition: and(sql`${referral.site_id} = scope_site`, kinds.condition),
    from: kinds.from ? sql`${sites} cross join ${kinds.from}` : sites,
  };
  return [atSites, ...own];
}

/**
 * A limit that is never reached. As an opaque value, it makes the planner read the index in order: without it, the planner
 * would sort all rows of the range.
 */
export const ALL_ROWS = opaqueNumber(1_000_000_000);

interface MatchingOptions {
  readonly where: SQL | undefined;
  readonly order: RangeOrder;
  /** Maximum number of rows from each range. */
  readonly take: Parameter<number>;
  /** Whether to force a scan of the range in index order that stops when enough rows match; otherwise the planner chooses. */
  readonly isOrderedScan: boolean;
}

/** Selects `id` and `sort_key` of the first matching rows of each range. */
export function matchingRows(
  { condition, from }: IndexRanges,
  { where, order: { key, direction }, take, isOrderedScan }: MatchingOptions,
): SQL {
  const terms = sql`${key} ${sql.raw(direction)}, ${referral.id} ${sql.raw(direction)}`;
  const limit = sql`order by ${terms} limit ${opaqueNumber(take)}`;
  const range = isOrderedScan
    ? // The alias equals the table's name, so conditions on the table apply to the subquery.
      sql`select ${referral.id}, ${key} as sort_key from (
          select * from ${referral} where ${and(isLive, condition)} order by ${terms} limit ${ALL_ROWS}
        ) referral where ${where ?? sql`true`} ${limit}`
    : sql`select ${referral.id}, ${key} as sort_key from ${referral} where ${and(isLive, condition, where)} ${limit}`;
  return inEach(from, range);
}

/** Selects matching rows of each range, in any order. Reads only rows of the range, until enough match. */
export function someRows(
  { condition, from }: IndexRanges,
  { where, columns, atMost }: { where: SQL | undefined; columns: SQL; atMost: number },
): SQL {
  // `offset 0` is an optimization fence: without it, the planner could use an index for `where` and read rows outside the
  // range.
  return inEach(
    from,
    sql`select ${columns} from (select * from ${referral} where ${and(isLive, condition)} offset 0) referral
      where ${where ?? sql`true`} limit ${inlineNumber(atMost)}`,
  );
}

const inEach = (from: SQL | undefined, range: SQL): SQL =>
  from ? sql`select r.* from ${from} cross join lateral (${range}) r` : range;
