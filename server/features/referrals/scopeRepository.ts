import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { can } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { account_site, referral } from '../../db/schema';
import type { Caller } from '../auth/repository';

/** In the ordinary lists: neither deleted nor held as suspected spam. */
export const isLive = and(isNull(referral.deleted_at), isNull(referral.suspected));

/**
 * The referrals a caller may see, shared by list, filter and count. A super user sees all. A manager sees those of their
 * sites, those they filed and those assigned to them; with `created_referrals_only`, not those of their sites.
 */
export type Scope = 'all' | { readonly accountId: string; readonly siteIds: readonly string[] };

export async function findScope(db: Database, caller: Caller): Promise<Scope> {
  const { accountId } = caller;
  if (can(caller.role, 'referral.listAll')) return 'all';
  if (caller.createdReferralsOnly) return { accountId, siteIds: [] };
  const sites = await db
    .select({ id: account_site.site_id })
    .from(account_site)
    .where(eq(account_site.account_id, accountId));
  return { accountId, siteIds: sites.map(({ id }) => id) };
}

/** Condition: filed by the account or assigned to it. */
export const isOwn = (accountId: string): SQL | undefined =>
  or(eq(referral.created_by, accountId), eq(referral.referrer_id, accountId));

/** Returns the scope as a condition; undefined if it covers all referrals. */
export function scopeCondition(scope: Scope): SQL | undefined {
  if (scope === 'all') return undefined;
  const { accountId, siteIds } = scope;
  return or(isOwn(accountId), inArray(referral.site_id, [...siteIds]));
}
