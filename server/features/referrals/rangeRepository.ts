/** Finding referrals newest first: each range is an index that is read backwards, only as far as it is needed. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { REFERRAL_STATUSES, SEXES } from '../../../contract/constants';
import { referral } from '../../db/schema';
import { NOBODY, type ReferralQuery } from './filters';
import { textArray } from '../../db/likePatterns';
import { isLive, type Scope } from './scopeRepository';

interface Reach {
  /** How many at most, of each range. */
  readonly take: number;
  /**
   * How many rows are looked at, of all ranges together, one after another; Infinity for all of them. Unless given, the
   * database finds its own way.
   */
  readonly looks?: number;
  /** Whether status and sex are ranges of their own also where rows are looked at. */
  readonly byKind?: boolean;
}
/** More than any range has. */
const WHOLE = 1_000_000_000;

/** An index's range, or one for each row of `from`. */
interface Ranges {
  readonly is: SQL | undefined;
  readonly from?: SQL;
  /** How many they are, where only some rows of each are looked at. */
  readonly count: number;
}

/** Whether what is wanted is all that is in its ranges, so that nothing is read in vain. */
export function isRange(scope: Scope, { isSearch, kind }: ReferralQuery): boolean {
  if (isSearch) return false;
  return !kind.isGuest || (scope === 'all' && kind.status === undefined && kind.sex === undefined);
}

/** The newest wanted referrals of a scope, as a query of `id` and `entry_date`: some more than were asked for, in no order. */
export function newest(
  scope: Scope,
  wanted: ReferralQuery,
  { take, looks, byKind = looks === undefined }: Reach,
): SQL {
  const all = rangesOf(scope, wanted, byKind);
  const count = all.reduce((sum, ranges) => sum + ranges.count, 0);
  const among = looks === undefined ? undefined : Math.min(Math.ceil(looks / count), WHOLE);
  if (among === undefined || among === WHOLE || count === 1) {
    const parts = all.map((ranges) => sql`(${wantedIn(ranges, wanted, take, among)})`);
    return sql.join(parts, sql` union `);
  }
  // A range with few goes further back than another. What is older than where the first of them ends may be preceded by
  // what was not looked at.
  const looked = all.map((ranges) => sql`(${lookedAtIn(ranges, wanted, among)})`);
  return sql`with looked as materialized (${sql.join(looked, sql` union all `)})
    select distinct id, entry_date from looked
    where is_wanted and entry_date > (select coalesce(max(range_end), '-infinity') from looked)`;
}

function rangesOf(scope: Scope, wanted: ReferralQuery, byKind: boolean): Ranges[] {
  const { kind } = wanted;
  const isKindAsked = byKind && (kind.status !== undefined || kind.sex !== undefined);
  const statuses = kind.status === undefined ? REFERRAL_STATUSES : [kind.status];
  const sexes = kind.sex === undefined ? SEXES : [kind.sex];
  // Every kind that is meant: the index tells them apart by both.
  const eachKind = sql`unnest(${textArray(statuses)}) kind_status
    cross join unnest(${textArray(sexes)}) kind_sex`;
  const isKind = sql`${referral.status} = kind_status and ${referral.sex} = kind_sex`;
  const kinds = isKindAsked ? statuses.length * sexes.length : 1;

  if (scope === 'all') {
    if (kind.isGuest && isRange(scope, wanted)) {
      return [{ is: eq(referral.referrer_id, NOBODY), count: 1 }];
    }
    return [
      isKindAsked ? { is: isKind, from: eachKind, count: kinds } : { is: undefined, count: 1 },
    ];
  }
  const { accountId, siteIds } = scope;
  const own = [
    { is: eq(referral.created_by, accountId), count: 1 },
    { is: eq(referral.referrer_id, accountId), count: 1 },
  ];
  if (siteIds.length === 0) return own;
  const places = sql`unnest(${textArray(siteIds)}) place`;
  const ofSites = {
    is: and(sql`${referral.site_id} = place`, isKindAsked ? isKind : undefined),
    from: isKindAsked ? sql`${places} cross join ${eachKind}` : places,
    count: siteIds.length * kinds,
  };
  return [ofSites, ...own];
}

const ORDER = sql`order by ${referral.entry_date} desc, ${referral.id} desc`;

/** The first that are wanted, of each range. */
function wantedIn(
  { is, from }: Ranges,
  { where }: ReferralQuery,
  take: number,
  among: number | undefined,
): SQL {
  const columns = sql`${referral.id}, ${referral.entry_date}`;
  const range =
    among === undefined
      ? sql`select ${columns} from ${referral} where ${and(isLive, is, where)} ${ORDER} limit ${take}`
      : // Named like the table, so that conditions on that are conditions on this.
        sql`select ${columns} from (
            select * from ${referral} where ${and(isLive, is)} ${ORDER} limit ${among}
          ) referral where ${where ?? sql`true`} ${ORDER} limit ${take}`;
  return from ? sql`select r.id, r.entry_date from ${from} cross join lateral (${range}) r` : range;
}

/** The newest, wanted or not, of each range; and where that ends, if it goes on behind it. */
function lookedAtIn({ is, from }: Ranges, { where }: ReferralQuery, among: number): SQL {
  const range = sql`select ${referral.id}, ${referral.entry_date}, (${where ?? sql`true`}) as is_wanted,
      case when count(*) over () = ${among} then min(${referral.entry_date}) over () end as range_end
    from (select * from ${referral} where ${and(isLive, is)} ${ORDER} limit ${among}) referral`;
  return from ? sql`select r.* from ${from} cross join lateral (${range}) r` : range;
}
