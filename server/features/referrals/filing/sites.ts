/** The sites and counties that a referral can name. */
import { eq, inArray, isNull, or, and } from 'drizzle-orm';
import type { Database } from '../../../db/database';
import { county, referral, site, type SiteKind } from '../../../db/schema';

/** Condition on a site: referrals can be filed for it. */
export const isOpen = isNull(site.deleted_at);

/**
 * Finds a site that referrals can be filed for, with its kind, or returns null if it is missing or deleted.
 * @param referralId a stored referral, whose own site is found even if it is deleted
 */
export async function findSiteForReferral(db: Database, id: string, referralId?: string) {
  const isOfReferral =
    referralId === undefined
      ? undefined
      : inArray(
          site.id,
          db.select({ id: referral.site_id }).from(referral).where(eq(referral.id, referralId)),
        );
  const rows = await db
    .select({ id: site.id, kind: site.kind })
    .from(site)
    .where(and(eq(site.id, id), or(isOpen, isOfReferral)));
  return rows[0] ?? null;
}

/** The kinds of the sites that were looked up: a site never changes its kind. */
const kinds = new WeakMap<Database, Map<string, SiteKind>>();

/** Finds the kind of a site that exists, deleted or not; undefined if it does not. */
export async function findSiteKind(db: Database, id: string): Promise<SiteKind | undefined> {
  const known = kinds.get(db) ?? new Map<string, SiteKind>();
  kinds.set(db, known);
  const kind =
    known.get(id) ??
    (await db.select({ kind: site.kind }).from(site).where(eq(site.id, id)))[0]?.kind;
  if (kind) known.set(id, kind);
  return kind;
}

export async function countyExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(county, eq(county.id, id))) > 0;
}
