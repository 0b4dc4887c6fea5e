/** Index ranges of referrals: reads the rows of each in the order of its index, only as far as needed. */
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

/** One index range, or one for each row of `from`. */
export interface IndexRanges {
  readonly is: SQL | undefined;
  readonly from?: SQL | undefined;
}

/** The whole of an index. */
export const EVERY: IndexRanges = { is: undefined };

/** A range for each combination of the statuses and the sex, or all sexes: the indexes have both columns. */
export function kindRanges(statuses: readonly string[], sex: string | undefined): IndexRanges {
  return {
    is: sql`${referral.status} = kind_status and ${referral.sex} = kind_sex`,
    from: sql`unnest(${opaqueTextArray(statuses)}) kind_status
    cross join unnest(${opaqueTextArray(sex === undefined ? SEXES : [sex])}) kind_sex`,
  };
}

/** The ranges of a scope other than all: those at each site, and the account's own. */
export function scopeRanges(
  { accountId, siteIds }: Exclude<ScopeParameters, 'all'>,
  kinds: IndexRanges,
): readonly IndexRanges[] {
  const own =
    accountId === undefined
      ? []
      : [
          { is: sql`${referral.created_by} = ${opaqueText(accountId)}` },
          { is: sql`${referral.referrer_id} = ${opaqueText(accountId)}` },
        ];
  if (isEmpty(siteIds)) return own;
  const sites = sql`unnest(${opaqueTextArray(siteIds)}) place`;
  const atSites = {
    is: and(sql`${referral.site_id} = place`, kinds.is),
    from: kinds.from ? sql`${sites} cross join ${kinds.from}` : sites,
  };
  return [atSites, ...own];
}

/** More rows than any range has, hidden from the planner: it would sort all rows instead of reading them from the index in their order. */
const ALL_ROWS = opaqueNumber(1_000_000_000);

interface MatchingOptions {
  readonly where: SQL | undefined;
  readonly order: RangeOrder;
  /** Maximum number of rows from each range. */
  readonly take: Parameter<number>;
  /** Whether each row of the range is read, in its order, until enough match; otherwise the planner decides how. */
  readonly isEachRead: boolean;
}

/** Selects `id` and `sort_key` of the first matching rows of each range. */
export function matchingRows(
  { is, from }: IndexRanges,
  { where, order: { key, direction }, take, isEachRead }: MatchingOptions,
): SQL {
  const terms = sql`${key} ${sql.raw(direction)}, ${referral.id} ${sql.raw(direction)}`;
  const limit = sql`order by ${terms} limit ${opaqueNumber(take)}`;
  const range = isEachRead
    ? // The alias equals the table's name, so conditions on the table apply to the subquery.
      sql`select ${referral.id}, ${key} as sort_key from (
          select * from ${referral} where ${and(isLive, is)} order by ${terms} limit ${ALL_ROWS}
        ) referral where ${where ?? sql`true`} ${limit}`
    : sql`select ${referral.id}, ${key} as sort_key from ${referral} where ${and(isLive, is, where)} ${limit}`;
  return inEach(from, range);
}

/** Selects some matching rows of each range, in no order. All rows of the range are read, and no others, until enough match. */
export function someRows(
  { is, from }: IndexRanges,
  { where, columns, atMost }: { where: SQL | undefined; columns: SQL; atMost: number },
): SQL {
  // Without the offset, the planner could find the rows by an index for the condition.
  return inEach(
    from,
    sql`select ${columns} from (select * from ${referral} where ${and(isLive, is)} offset 0) referral
      where ${where ?? sql`true`} limit ${inlineNumber(atMost)}`,
  );
}

const inEach = (from: SQL | undefined, range: SQL): SQL =>
  from ? sql`select r.* from ${from} cross join lateral (${range}) r` : range;
