/** The filters of a query as conditions, with a placeholder for each value. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { SEXES, type Sex } from '../../../../contract/constants';
import {
  ENDED_STATUS,
  type EndReason,
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '../../../../contract/staffConstants';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import type { WorklistQuery } from '../../../../contract/entities/worklist';
import { account, referral } from '../../../db/schema';
import { textArray } from '../../../db/statements/parameters';
import { isManager } from '../acting';
import { HAS_CALLER, type ScopeParameters } from '../visibility';
import { isOwnedBy, type Owner, OWNERS, shapeOfOwner } from './owners';
import {
  allOf,
  expectedBySample,
  isOfGuest,
  type Search,
  searchEverything,
  searchNames,
  searchPhones,
  searchReferrers,
  searchTrackingIds,
  searchValues,
  type TextSearches,
  textSearchesOf,
} from './search';

/**
 * A query of a list; every filter is optional, and an empty one does not filter. The list of the specification has only
 * `ReferralFilters`.
 */
export type FilterQuery = ReferralFilters &
  Partial<
    Pick<
      WorklistQuery,
      'q' | 'site' | 'substance' | 'end_reason' | 'follow_up_by' | 'owner' | 'from' | 'to'
    >
  >;

/**
 * Which filters a query has: with its order, it determines the statement. It contains no values of the filters, except those of
 * enums.
 */
export interface FilterShape extends TextSearches {
  readonly status: ReferralStatus | undefined;
  readonly sex: Sex | undefined;
  readonly owner: keyof typeof OWNERS | undefined;
  readonly site: boolean;
  readonly substance: boolean;
  readonly endReason: EndReason | undefined;
  readonly followUpBy: boolean;
  readonly from: boolean;
  readonly to: boolean;
  /** Whether a filter has a value that no referral can have. */
  readonly isImpossible: boolean;
}

const oneOf = <Value extends string>(list: readonly Value[], text: string | undefined) =>
  list.find((value) => value === text);

export function filterShapeOf(query: FilterQuery): FilterShape {
  const { referral_status, gender, owner, site, substance, end_reason, follow_up_by, from, to } =
    query;
  const status = oneOf(REFERRAL_STATUSES, referral_status);
  const sex = oneOf(SEXES, gender);
  const texts = textSearchesOf(query);
  return {
    ...texts,
    status,
    sex,
    owner: owner === undefined ? undefined : shapeOfOwner(owner),
    site: site !== undefined,
    substance: substance !== undefined,
    endReason: end_reason,
    followUpBy: follow_up_by !== undefined,
    from: from !== undefined,
    to: to !== undefined,
    isImpossible:
      (!!referral_status && !status) ||
      (!!gender && !sex) ||
      texts.phone === 'none' ||
      texts.tracking === 'none',
  };
}

const MILLISECONDS = 1_000;
/** Converts a date to seconds: PostgreSQL does not parse every year that a JavaScript date can have. */
const toSeconds = (iso: string | undefined) => iso && Date.parse(iso) / MILLISECONDS;

/** The values of the placeholders. */
export const filterValues = (query: FilterQuery) => ({
  ...searchValues(query),
  site: query.site,
  owner: query.owner,
  substance: query.substance,
  from: toSeconds(query.from),
  to: toSeconds(query.to),
});

/** The referrals of a list, without their order. */
export interface Filter {
  /** The caller's scope, narrowed to the site asked for. */
  readonly scope: ScopeParameters;
  /** The conditions besides scope, search, status and owner. The tabs differ in status and owner. */
  readonly where: SQL | undefined;
  /** The part of `where` that the counters support. */
  readonly kind: { readonly sex?: Sex; readonly isGuest?: true };
  /** The conditions that the counters do not support; undefined if there are none. */
  readonly search: Search | undefined;
  readonly status: ReferralStatus | undefined;
  /** The one status that a match can have; undefined if it can have any. A list is scanned in it alone. */
  readonly matchStatus: ReferralStatus | undefined;
  readonly owner: Owner | undefined;
}

/** @param fullScope the scope of the caller */
export function buildFilter(shape: FilterShape, fullScope: ScopeParameters): Filter {
  const { status, sex, owner } = shape;
  const isAll = fullScope === 'all' && !shape.site;
  const isGuest = shape.referrer === 'guest';
  const searches = [
    shape.q && searchEverything(shape.q, isAll),
    shape.name && searchNames('name', isAll),
    shape.tracking &&
      shape.tracking !== 'none' &&
      searchTrackingIds('tracking', shape.tracking, isAll),
    shape.phone && shape.phone !== 'none' && searchPhones('phone', shape.phone, isAll),
    shape.referrer === 'named' && searchReferrers(isAll),
    (shape.from || shape.to) && isWithin(shape),
    shape.substance && searchSubstance(isAll),
    shape.endReason && searchEndReason(shape.endReason, isAll),
    shape.followUpBy && searchFollowUps(isAll),
    shape.isImpossible && NOTHING,
  ].filter((search) => !!search);
  const isOfKind = and(
    sex && sql`${referral.sex} = ${sql.raw(`'${sex}'`)}`,
    isGuest ? isOfGuest : undefined,
  );
  return {
    scope: shape.site ? narrowToSite(fullScope) : fullScope,
    where: and(
      HAS_CALLER,
      isOfKind,
      shape.site && fullScope !== 'all' ? eq(referral.site_id, SITE) : undefined,
    ),
    kind: { ...(sex && { sex }), ...(isGuest && { isGuest }) },
    search: searches.length > 0 ? allOf(searches) : undefined,
    status,
    matchStatus: shape.endReason && ENDED_STATUS,
    owner: owner && OWNERS[owner],
  };
}

const SITE = sql`(select ${sql.placeholder('site')}::text)`;

/** Narrows a scope to one site. A caller with access to all sites needs no condition on their own referrals. */
function narrowToSite(scope: ScopeParameters): ScopeParameters {
  if (scope === 'all') return { accountId: undefined, siteIds: sql`array[${SITE}]` };
  const { accountId, siteIds } = scope;
  return {
    accountId,
    siteIds: sql`array(select ${SITE} where ${SITE} = any(${textArray(siteIds)}))`,
  };
}

const NOTHING: Search = { condition: sql`false` };
const hasSubstance = sql`${referral.substance} @> array[(select ${sql.placeholder('substance')}::text)]`;
const searchSubstance = (isAll: boolean): Search => ({
  condition: hasSubstance,
  ...(isAll && { expected: expectedBySample(hasSubstance) }),
});
/** The reason is a constant of the statement: planned by how many have it, a rare one is found through its index. */
function searchEndReason(reason: EndReason, isAll: boolean): Search {
  const condition = sql`${referral.end_reason} = ${sql.raw(`'${reason}'`)}`;
  return { condition, ...(isAll && { expected: expectedBySample(condition) }) };
}
const isFollowUpOfManager = sql`${referral.follow_up_by} = any(array(
  select ${account.id} from ${account} where ${isManager}))`;
/** Finds days to call back that managers set. */
const searchFollowUps = (isAll: boolean): Search => ({
  condition: isFollowUpOfManager,
  ...(isAll && { expected: expectedBySample(isFollowUpOfManager) }),
});
const instant = (name: string): SQL =>
  sql`(select to_timestamp(${sql.placeholder(name)}::double precision))`;
function isWithin({ from, to }: FilterShape): Search {
  const period = sql`${and(
    from ? gte(referral.entry_date, instant('from')) : undefined,
    to ? lt(referral.entry_date, instant('to')) : undefined,
  )}`;
  return { condition: period, period };
}

/** Condition: the referral is on the requested tab, which has a status and an owner; undefined if it has neither. */
export const isOnTab = ({ status, owner }: Pick<Filter, 'status' | 'owner'>): SQL | undefined =>
  and(
    status === undefined ? undefined : hasStatus([status]),
    owner === undefined ? undefined : isOwnedBy(owner),
  );

/** Condition: has one of the statuses. */
export const hasStatus = (statuses: readonly ReferralStatus[]): SQL =>
  sql`${referral.status} = any(${textArray(statuses)})`;
