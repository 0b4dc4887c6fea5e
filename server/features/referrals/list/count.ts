/** Counts the referrals of a list, and those on each of its tabs. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { REFERRAL_STATUSES, type ReferralStatus } from '../../../../contract/staffConstants';
import type { WorklistCounts } from '../../../../contract/entities/worklist';
import { isAnyOf, isEmpty } from '../../../db/statements/parameters';
import { referral } from '../../../db/schema';
import { isElsewhere, selectCounters } from './counters';
import { CALLER_ID, isLive, scopeCondition } from '../visibility';
import type { Filter } from './filters';
import { isOwnedBy, type Owner } from './owners';
import { isOfNamedAccount } from './search';

/**
 * The number of referrals with a status, of the requested owner (`owner`; all referrals without one), owned by the caller
 * (`mine`), or without an owner (`nobody`). They match the query regardless of its status and owner.
 */
export const statusCountSchema = z.object({
  of: z.enum(['owner', 'mine', 'nobody']),
  status: z.enum(REFERRAL_STATUSES),
  count: z.number(),
});
export type StatusCount = z.output<typeof statusCountSchema>;

export interface Counted {
  readonly counts: WorklistCounts;
  /** The number with the requested status and owner. */
  readonly total: number;
}

/** Sums up the counts of each tab. */
export function toCounts(
  rows: readonly StatusCount[],
  status: ReferralStatus | undefined,
): Counted {
  const sum = (of: StatusCount['of'], wanted: ReferralStatus | undefined) =>
    rows
      .filter((row) => row.of === of && (wanted === undefined || row.status === wanted))
      .reduce((total, { count }) => total + count, 0);
  const statuses = Object.fromEntries(
    REFERRAL_STATUSES.map((one) => [one, sum('owner', one)]),
  ) as WorklistCounts['statuses'];
  return {
    counts: {
      all: sum('owner', undefined),
      statuses,
      mine: sum('mine', status),
      nobody: sum('nobody', status),
    },
    total: sum('owner', status),
  };
}

/**
 * Selects the rows of `StatusCount` from the counters. The referrals that an account owns, or filed at other sites, have no
 * counter: their rows are counted, as they are few.
 */
export function selectStatusCounts(filter: Filter): SQL {
  const { scope, where, owner } = filter;
  const ofKinds = (of: StatusCount['of'], isWanted: SQL) =>
    sql`select ${of}::text as of, status, sum(count)::int as count from kinds where ${isWanted} group by status`;
  const ofAccount = (of: StatusCount['of'], account: Owner) =>
    sql`select ${of}::text as of, status, count(*)::int as count from ${account.several?.rows ?? referral}
      where ${and(isLive, isOwnedBy(account), scopeCondition(scope), where)} group by status`;
  const counts = [
    owner && owner.id !== null
      ? ofAccount('owner', owner)
      : ofKinds('owner', owner ? sql`not is_owned` : sql`true`),
    ofKinds('nobody', sql`not is_owned`),
    ofAccount('mine', { id: CALLER_ID }),
  ];
  return sql`with kinds as materialized (${selectKinds(filter)}) ${sql.join(counts, sql` union all `)}`;
}

/**
 * Selects the number of referrals by status and by whether they have an owner: from the counters, and from the rows of
 * referrals without a counter. One combination may have several rows, to be summed up.
 */
function selectKinds({ kind, scope, where }: Filter): SQL {
  const kinds: SQL[] = [];
  const siteIds = scope === 'all' ? undefined : scope.siteIds;
  const rowsOf = (condition: SQL | undefined) =>
    sql`select status, owner_id is not null as is_owned, 1 as count from ${referral} where ${and(condition, where)}`;
  if (!siteIds || !isEmpty(siteIds)) {
    kinds.push(sql`${selectCounters(kind, siteIds, false)}`);
    // The counters cover guests, but not accounts whose name contains 'guest'.
    if (kind.isGuest) {
      kinds.push(
        rowsOf(and(isLive, isOfNamedAccount, siteIds && isAnyOf(referral.site_id, siteIds))),
      );
    }
  }
  if (scope !== 'all' && scope.accountId !== undefined) {
    kinds.push(rowsOf(isElsewhere(scope.accountId, scope.siteIds)));
  }
  return sql.join(kinds, sql` union all `);
}

/** An expression for the number of referrals in a list without tabs. */
export const countByKinds = (filter: Filter): SQL => sql`(
  select coalesce(sum(count), 0)::int from (${selectKinds(filter)}) kinds
  where ${filter.status === undefined ? sql`true` : sql`status = ${filter.status}`})`;

/** An expression for the total of the list, from the rows of `selectStatusCounts` in `counted`. */
export const totalOf = ({ status }: Pick<Filter, 'status'>): SQL => sql`(
  select coalesce(sum(count), 0)::int from counted
  where of = 'owner' and ${status === undefined ? sql`true` : sql`status = ${status}`})`;

/** Selects the rows of `StatusCount` from the common table expression `found`. */
export function countFound({ owner }: Filter): SQL {
  const count = (of: StatusCount['of'], where: SQL | undefined) => sql`
    select ${of}::text as of, status, count(*)::int as count from found referral
    where ${where ?? sql`true`} group by status`;
  return sql.join(
    [
      count('owner', owner && isOwnedBy(owner)),
      count('mine', isOwnedBy({ id: CALLER_ID })),
      count('nobody', isOwnedBy({ id: null })),
    ],
    sql` union all `,
  );
}
