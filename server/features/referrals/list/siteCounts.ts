/** How many referrals and managers each site has. */
import { and, count, eq, isNull, sql, sum } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { rolesWith } from '../../../../contract/permissions';
import type { SiteCounts } from '../../../../contract/entities/site';
import type { Database } from '../../../db/database';
import {
  account,
  account_site,
  referral_counter,
  referral_counter_change,
  site,
} from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';

/**
 * Counts the filed referrals of each live site by the counters, and the active accounts that it is assigned to and that may list
 * referrals: also those limited to the referrals that they create. It reads no referral, however many there are.
 */
export async function listSiteCounts(db: Database): Promise<SiteCounts[]> {
  const countersOf = (table: typeof referral_counter | typeof referral_counter_change) =>
    db
      .select({ site_id: table.site_id, count: table.count })
      .from(table)
      .where(eq(table.is_held, false));
  const counters = unionAll(countersOf(referral_counter), countersOf(referral_counter_change)).as(
    'counters',
  );
  const filed = db
    .select({ site_id: counters.site_id, count: sum(counters.count).as('filed') })
    .from(counters)
    .groupBy(counters.site_id)
    .as('filed_of_site');
  const assigned = db
    .select({ site_id: account_site.site_id, count: count().as('assigned') })
    .from(account_site)
    .innerJoin(account, eq(account.id, account_site.account_id))
    .where(and(eq(account.state, 'active'), isAnyOf(account.role, rolesWith('referral.list'))))
    .groupBy(account_site.site_id)
    .as('assigned_of_site');
  return db
    .select({
      _id: site.id,
      referrals: sql<number>`coalesce(${filed.count}, 0)::int`,
      managers: sql<number>`coalesce(${assigned.count}, 0)::int`,
    })
    .from(site)
    .leftJoin(filed, eq(filed.site_id, site.id))
    .leftJoin(assigned, eq(assigned.site_id, site.id))
    .where(isNull(site.deleted_at))
    .orderBy(site.id);
}
