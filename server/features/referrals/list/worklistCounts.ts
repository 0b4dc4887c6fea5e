/** The numbers on the tabs of the worklist. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { REFERRAL_STATUSES, type ReferralStatus } from '../../../../contract/constants';
import type { WorklistCounts } from '../../../../contract/entities/worklist';
import type { Database } from '../../../db/database';
import { isEmpty, type Parameter } from '../../../db/statements/parameters';
import { referral } from '../../../db/schema';
import { isElsewhere, selectCounters } from './counters';
import { isLive, scopeCondition, type ScopeParameters } from '../visibility';
import { isOwnedBy, type WorklistFilter } from './worklistFilters';

/**
 * The number of referrals with a status: of the owner asked for, of the caller, and of nobody. They match the query except for its
 * status and owner.
 */
export const statusCountSchema = z.object({
  of: z.enum(['owner', 'mine', 'nobody']),
  status: z.enum(REFERRAL_STATUSES),
  count: z.number(),
});
export type StatusCount = z.output<typeof statusCountSchema>;

export interface Counted {
  readonly counts: WorklistCounts;
  /** With the status and the owner asked for. */
  readonly total: number;
}

/** Adds up the numbers of the tabs. */
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

const countedSchema = z.object({ rows: z.array(statusCountSchema) });

/** Counts by the counters, in one statement. */
export async function countByCounters(
  db: Database,
  me: string,
  filter: WorklistFilter,
): Promise<Counted> {
  const result = await db.execute(selectStatusCounts(me, filter));
  return toCounts(countedSchema.parse(result).rows, filter.status);
}

/**
 * Selects each `StatusCount`, by the counters. What an account owns or filed elsewhere has no counter: those are few, so their rows are
 * counted.
 * @param me the caller's account
 */
export function selectStatusCounts(
  me: Parameter<string>,
  filter: WorklistFilter<ScopeParameters>,
): SQL {
  const { kind, scope, where, owner } = filter;
  const accountId = scope === 'all' ? undefined : scope.accountId;
  const siteIds = scope === 'all' ? undefined : scope.siteIds;
  const kinds: SQL[] = [];
  if (!siteIds || !isEmpty(siteIds)) kinds.push(sql`${selectCounters(kind, siteIds, false)}`);
  if (accountId !== undefined) {
    const elsewhere = and(isElsewhere(accountId, siteIds ?? []), where);
    kinds.push(
      sql`select status, owner_id is not null as is_owned, 1 as count from ${referral} where ${elsewhere}`,
    );
  }
  const ofKinds = (of: StatusCount['of'], isWanted: SQL) =>
    sql`select ${of}::text as of, status, sum(count)::int as count from kinds where ${isWanted} group by status`;
  const ofAccount = (of: StatusCount['of'], id: Parameter<string>) =>
    sql`select ${of}::text as of, status, count(*)::int as count from ${referral}
      where ${and(isLive, isOwnedBy({ id }), scopeCondition(scope), where)} group by status`;
  const counts = [
    owner && owner.id !== null
      ? ofAccount('owner', owner.id)
      : ofKinds('owner', owner ? sql`not is_owned` : sql`true`),
    ofKinds('nobody', sql`not is_owned`),
    ofAccount('mine', me),
  ];
  return sql`with kinds as materialized (${sql.join(kinds, sql` union all `)}) ${sql.join(counts, sql` union all `)}`;
}

/** An expression for the total of the list, from the rows of `selectStatusCounts` in `counted`. */
export const totalOf = ({ status }: Pick<WorklistFilter, 'status'>): SQL => sql`(
  select coalesce(sum(count), 0)::int from counted
  where of = 'owner' and ${status === undefined ? sql`true` : sql`status = ${status}`})`;
