import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { can } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { account_site, referral } from '../../db/schema';
import type { Caller } from '../auth/repository';

/** In the ordinary lists: neither deleted nor held as suspected spam. */
export const isLive = and(isNull(referral.deleted_at), isNull(referral.suspected));

/** Held as suspected spam, and not deleted. */
export const isHeld = and(isNull(referral.deleted_at), isNotNull(referral.suspected));

/**
 * The sites whose referrals a caller sees, besides the referrals they filed and those assigned to them. A super user sees those of
 * all sites; a manager those of their own, or of none with `created_referrals_only`.
 */
function visibleSites({ role, createdReferralsOnly }: Caller): 'all' | 'own' | 'none' {
  if (can(role, 'referral.listAll')) return 'all';
  return createdReferralsOnly ? 'none' : 'own';
}

const selectOwnSites = (db: Database, { accountId }: Caller) =>
  db
    .select({ id: account_site.site_id })
    .from(account_site)
    .where(eq(account_site.account_id, accountId));

/**
 * The referrals a caller may see, shared by list, filter and count: all; or those of the sites, and those that the account filed or
 * is the referrer of.
 */
export type Scope =
  | 'all'
  | {
      /** Undefined if the sites are all there is to see. */
      readonly accountId: string | undefined;
      readonly siteIds: readonly string[];
    };

export async function findScope(db: Database, caller: Caller): Promise<Scope> {
  const sites = visibleSites(caller);
  if (sites === 'all') return 'all';
  const own = sites === 'own' ? await selectOwnSites(db, caller) : [];
  return { accountId: caller.accountId, siteIds: own.map(({ id }) => id) };
}

/** Condition: filed by the account or assigned to it. */
export const isOwn = (accountId: string): SQL | undefined =>
  or(eq(referral.created_by, accountId), eq(referral.referrer_id, accountId));

/** Stored as `referrer_id` in place of an account's id when a guest filed the referral. */
export const GUEST_REFERRER_ID = '';
/** Condition: filed by a guest, and assigned to nobody. */
export const isFromGuest: SQL = eq(referral.referrer_id, GUEST_REFERRER_ID);

/** Returns the scope as a condition; undefined if it covers all referrals. */
export function scopeCondition(scope: Scope): SQL | undefined {
  if (scope === 'all') return undefined;
  const { accountId, siteIds } = scope;
  return or(
    accountId === undefined ? undefined : isOwn(accountId),
    inArray(referral.site_id, [...siteIds]),
  );
}

/**
 * Condition: in the caller's scope; undefined if it covers all referrals. It reads the caller's sites itself, so that reading or
 * changing one referral is one statement.
 */
export function isInScope(db: Database, caller: Caller): SQL | undefined {
  const sites = visibleSites(caller);
  if (sites === 'all') return undefined;
  const atOwnSites =
    sites === 'own' ? inArray(referral.site_id, selectOwnSites(db, caller)) : undefined;
  return or(isOwn(caller.accountId), atOwnSites);
}

/** Condition: in the ordinary lists of the caller. */
export const isVisible = (db: Database, caller: Caller): SQL | undefined =>
  and(isLive, isInScope(db, caller));
