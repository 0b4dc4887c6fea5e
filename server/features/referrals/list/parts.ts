/** Splits a list into parts that index ranges can read in the list's order. */
import { and, type SQL, sql } from 'drizzle-orm';
import {
  OPEN_STATUSES,
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '../../../../contract/staffConstants';
import { referral } from '../../../db/schema';
import { opaqueTextArray, isEmpty } from '../../../db/statements/parameters';
import { isFromGuest, scopeCondition } from '../visibility';
import { type Filter, hasStatus } from './filters';
import {
  isAfterInRange,
  type ListOrder,
  orderRange,
  rangeOrder,
  rangeTerms,
  type Start,
  hasStart,
  IS_REOPENED_OR_REACHED,
  listGroups,
  waitingTerms,
} from './order';
import { isOwnedBy, ownerRanges } from './owners';
import { WHOLE_INDEX, type IndexRanges, kindRanges, matchingRows, scopeRanges } from './ranges';
import { selectBySite } from './sites';

/** A list and where its page starts. */
export interface ListRequest {
  readonly filter: Filter;
  readonly order: ListOrder;
  /** Undefined if the page is read by its offset. */
  readonly start: Start | undefined;
}

/** A contiguous part of a list: the referrals of some statuses, which may wait or not, or all. */
interface Part {
  readonly statuses: readonly ReferralStatus[] | undefined;
  readonly isWaiting?: boolean | undefined;
  /** Where the part starts, if not at its first row. */
  readonly start: Start | undefined;
}

/** Returns the parts of a list, in list order: in an order by groups, each is a part. */
export function partsOf({ filter, order, start }: ListRequest): readonly Part[] {
  const { status, matchStatus } = filter;
  if (status && matchStatus && status !== matchStatus) return [];
  const only = status ?? matchStatus;
  const groups = listGroups(order);
  if (!groups) return [{ statuses: only && [only], start }];
  const first = start ? groups.findIndex((group) => hasStart(group, start)) : 0;
  return groups.slice(first).flatMap(({ statuses: all, isWaiting }, index): Part[] => {
    const statuses = only === undefined ? all : all.filter((one) => one === only);
    if (statuses.length === 0) return [];
    return [{ statuses, isWaiting, start: index === 0 ? start : undefined }];
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
  if (part.isWaiting !== undefined) return selectByWaiting(request, part, part.isWaiting, take);
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

/**
 * Selects the first matching ids of those who wait, or of the others. Who waits does so since the entry, and the closed ones do
 * not wait: the indexes in order of the entry have them. The few open referrals that were reopened or whose people were reached
 * have an index of their own, and are sorted.
 */
function selectByWaiting(
  request: ListRequest,
  { statuses = REFERRAL_STATUSES, start }: Part,
  isWaiting: boolean,
  take: SQL,
): SQL {
  const { filter, order } = request;
  const { direction } = rangeOrder(order);
  const ordinary = isWaiting
    ? statuses
    : statuses.filter((status) => !OPEN_STATUSES.includes(status));
  const afterOf = (key: SQL) =>
    start && isAfterInRange(isWaiting ? waitingTerms(order, key) : rangeTerms(order), start);
  const entry = sql`${referral.entry_date}`;
  const reads: SQL[] = [];
  if (ordinary.length > 0) {
    const isSinceEntry = isWaiting ? sql`not ${IS_REOPENED_OR_REACHED}` : undefined;
    const isOrderedScan = !isIndexRange(request);
    for (const { condition, from, where } of rangesOf(
      request,
      kindsOf(filter, order, ordinary),
      ordinary,
    )) {
      const range = { condition: and(condition, afterOf(entry)), from };
      reads.push(
        matchingRows(range, {
          take,
          isOrderedScan,
          order: { key: entry, direction },
          where: and(where, isSinceEntry),
        }),
      );
    }
  }
  const open = statuses.filter((status) => OPEN_STATUSES.includes(status));
  if (open.length > 0) {
    const key = isWaiting ? sql`${referral.reopened_at}` : entry;
    const { scope, owner, search } = filter;
    const where = and(
      filter.where,
      search?.condition,
      scopeCondition(scope),
      owner && isOwnedBy(owner),
      afterOf(key),
      isWaiting ? sql`${referral.reached_at} is null` : sql`${referral.reached_at} is not null`,
    );
    const condition = and(IS_REOPENED_OR_REACHED, hasStatus(open));
    reads.push(
      matchingRows({ condition }, { take, isOrderedScan: false, order: { key, direction }, where }),
    );
  }
  const union = sql.join(
    reads.map((read) => sql`(${read})`),
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
  if (owner) return ownerRanges(owner, statuses);
  const some = statuses ?? REFERRAL_STATUSES;
  if (sort === 'name') {
    return {
      condition: sql`${referral.status} = range_status`,
      from: sql`unnest(${opaqueTextArray(some)}) range_status`,
    };
  }
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
    if (order.sort === 'name' && !owner.several) return [{ condition: onTab, where: all }];
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
