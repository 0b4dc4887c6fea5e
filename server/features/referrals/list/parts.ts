/** Splits a list into parts that index ranges can read in the list's order. */
import { and, type SQL, sql } from 'drizzle-orm';
import { REFERRAL_STATUSES, type ReferralStatus } from '../../../../contract/staffConstants';
import { referral } from '../../../db/schema';
import { opaqueTextArray, isEmpty } from '../../../db/statements/parameters';
import { isFromGuest, scopeCondition } from '../visibility';
import { type Filter, hasStatus, isOwnedBy } from './filters';
import {
  isAfterInRange,
  type ListOrder,
  orderRange,
  rangeOrder,
  rangeTerms,
  type Start,
  statusGroups,
} from './order';
import { WHOLE_INDEX, type IndexRanges, kindRanges, matchingRows, scopeRanges } from './ranges';
import { selectBySite } from './sites';

/** A list and where its page starts. */
export interface ListRequest {
  readonly filter: Filter;
  readonly order: ListOrder;
  /** Undefined if the page is read by its offset. */
  readonly start: Start | undefined;
}

/** A contiguous part of a list: the referrals of some statuses, or all. */
interface Part {
  readonly statuses: readonly ReferralStatus[] | undefined;
  /** Where the part starts, if not at its first row. */
  readonly start: Start | undefined;
}

/** Returns the parts of a list, in list order. In an order by status, each group of statuses is a part. */
export function partsOf({ filter, order, start }: ListRequest): readonly Part[] {
  const { status, matchStatus } = filter;
  if (status && matchStatus && status !== matchStatus) return [];
  const only = status ?? matchStatus;
  const groups = statusGroups(order);
  if (!groups) return [{ statuses: only && [only], start }];
  const first = start ? groups.findIndex((group) => group.includes(start.status)) : 0;
  return groups.slice(first).flatMap((group, index): Part[] => {
    const statuses = only === undefined ? group : group.filter((one) => one === only);
    return statuses.length === 0 ? [] : [{ statuses, start: index === 0 ? start : undefined }];
  });
}

/** Whether the index ranges contain exactly the referrals of a list, so that no row is read and filtered out. */
export function isIndexRange({ filter, order }: ListRequest): boolean {
  const { search, kind, owner, scope, status } = filter;
  if (search) return false;
  if (kind.isGuest) {
    return scope === 'all' && !status && !kind.sex && !owner && order.sort === 'entry_date';
  }
  if (!owner) return order.sort !== 'name' || !kind.sex;
  // The indexes of owners lack the sex, names and sites.
  return owner.id === null ? !kind.sex : order.sort !== 'name' && order.sort !== 'site';
}

/**
 * Selects the first matching ids of a part, in list order.
 * @param take maximum number of rows
 */
export function selectPart(request: ListRequest, part: Part, take: SQL): SQL {
  const { filter, order } = request;
  const { statuses, start } = part;
  const kinds = kindsOf(filter, order, statuses);
  const options = { take, isOrderedScan: !isIndexRange(request), order: rangeOrder(order) };
  if (order.sort === 'site') return selectBySite({ ...options, filter, order, start, kinds });
  const after = start && isAfterInRange(rangeTerms(order), start);
  const ranges = rangesOf(request, kinds, statuses).map(({ condition, from, where }) =>
    matchingRows({ condition: and(condition, after), from }, { ...options, where }),
  );
  const union = sql.join(
    ranges.map((range) => sql`(${range})`),
    sql` union `,
  );
  return sql`select id from (${union}) part order by ${orderRange(order)} limit ${take}`;
}

/** The index ranges for these statuses, before they are limited to a scope. */
function kindsOf(
  { kind, owner }: Filter,
  { sort }: ListOrder,
  statuses: readonly ReferralStatus[] | undefined,
): IndexRanges {
  const some = statuses ?? REFERRAL_STATUSES;
  const byStatus = {
    condition: sql`${referral.status} = range_status`,
    from: sql`unnest(${opaqueTextArray(some)}) range_status`,
  };
  if (owner) return { ...byStatus, condition: and(isOwnedBy(owner), byStatus.condition) };
  if (sort === 'name') return byStatus;
  return statuses || kind.sex ? kindRanges(some, kind.sex) : WHOLE_INDEX;
}

/** The index ranges to read, each with the conditions that the index does not cover. */
function rangesOf(
  { filter, order, start }: ListRequest,
  kinds: IndexRanges,
  statuses: readonly ReferralStatus[] | undefined,
): readonly (IndexRanges & { where: SQL | undefined })[] {
  const { scope, kind, owner, search } = filter;
  const where = and(filter.where, search?.condition);
  const owned = owner && isOwnedBy(owner);
  const onTab = and(owned, statuses && hasStatus(statuses));
  if (owner && owner.id !== null) {
    const all = and(where, scopeCondition(scope));
    // No index is sorted by owner and name.
    if (order.sort === 'name') return [{ condition: onTab, where: all }];
    return [{ ...kinds, where: all }];
  }
  if (scope === 'all') {
    if (kind.isGuest && isIndexRange({ filter, order, start })) {
      return [{ condition: isFromGuest, where }];
    }
    return [{ ...kinds, where }];
  }
  return scopeRanges(scope, kinds).map((ranges, index) => ({
    ...ranges,
    where: !isEmpty(scope.siteIds) && index === 0 ? where : and(where, onTab),
  }));
}
