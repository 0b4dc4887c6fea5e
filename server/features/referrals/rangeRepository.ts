/** Finding referrals newest first: each range is an index that is read backwards, only as far as it is needed. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { REFERRAL_STATUSES, SEXES } from '../../../contract/constants';
import { referral } from '../../db/schema';
import { NOBODY, type Wanted } from './filters';
import { textArray } from '../../db/patterns';
import { isLive, type Scope } from './scopeRepository';

interface Reach {
  /** How many at most, of each range. */
  readonly take: number;
  /** How many of each range are looked at; all unless given. */
  readonly among?: number;
}

/** Whether what is wanted is all that is in its ranges, so that nothing is read in vain. */
export function isRange(scope: Scope, { isSearch, kind }: Wanted): boolean {
  if (isSearch) return false;
  return !kind.isGuest || (scope === 'all' && kind.status === undefined && kind.sex === undefined);
}

/** The newest wanted referrals of a scope, as a query of `id` and `entry_date`: some more than were asked for, in no order. */
export function newest(scope: Scope, wanted: Wanted, reach: Reach): SQL {
  const { where, kind } = wanted;
  const range = (is: SQL | undefined) => rangeOf(is, where, reach);
  const isKindAsked = kind.status !== undefined || kind.sex !== undefined;
  if (scope === 'all') {
    if (kind.isGuest && isRange(scope, wanted)) return range(eq(referral.referrer_id, NOBODY));
    if (!isKindAsked) return range(undefined);
    return sql`select r.id, r.entry_date from ${eachKind(kind)} cross join lateral (${range(isKind)}) r`;
  }
  const { accountId, siteIds } = scope;
  const own = sql`(${range(eq(referral.created_by, accountId))}) union (${range(eq(referral.referrer_id, accountId))})`;
  if (siteIds.length === 0) return own;
  const places = sql`unnest(${textArray(siteIds)}) place`;
  const from = isKindAsked ? sql`${places} cross join ${eachKind(kind)}` : places;
  const isThere = and(sql`${referral.site_id} = place`, isKindAsked ? isKind : undefined);
  return sql`select r.id, r.entry_date from ${from} cross join lateral (${range(isThere)}) r union ${own}`;
}

const isKind = sql`${referral.status} = kind_status and ${referral.sex} = kind_sex`;

/** Every kind that is meant: the index tells them apart by both. */
const eachKind = ({ status, sex }: Wanted['kind']): SQL =>
  sql`unnest(${textArray(status === undefined ? REFERRAL_STATUSES : [status])}) kind_status
    cross join unnest(${textArray(sex === undefined ? SEXES : [sex])}) kind_sex`;

function rangeOf(is: SQL | undefined, where: SQL | undefined, { take, among }: Reach): SQL {
  const order = sql`order by ${referral.entry_date} desc, ${referral.id} desc`;
  const columns = sql`${referral.id}, ${referral.entry_date}`;
  if (among === undefined) {
    return sql`select ${columns} from ${referral} where ${and(isLive, is, where)} ${order} limit ${take}`;
  }
  // Named like the table, so that conditions on that are conditions on this.
  return sql`select ${columns} from (
      select * from ${referral} where ${and(isLive, is)} ${order} limit ${among}
    ) referral where ${where ?? sql`true`} ${order} limit ${take}`;
}
