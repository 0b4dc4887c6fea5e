/** The deleted sites that a list can be filtered by. */
import { and, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { can } from '../../../../contract/permissions';
import type { Database } from '../../../db/database';
import { referral, site } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { sortKeyOf } from '../../../db/textKeys';
import type { Caller } from '../../access';
import { isLive, isOwn } from '../visibility';

/** Lists the deleted sites of referrals that the caller may see, by name. */
export async function listDeletedSites(
  db: Database,
  { role, accountId, siteIds, isInside }: Caller,
): Promise<{ _id: string; name: string }[]> {
  if (!isInside) return [];
  const hasReferral = exists(
    db
      .select({ id: referral.id })
      .from(referral)
      .where(and(eq(referral.site_id, site.id), isLive)),
  );
  // By condition of `isVisible`, with an index for each part: of a site that is the caller's, one referral is read.
  const ofOwn = db
    .select({ id: referral.site_id })
    .from(referral)
    .where(and(isLive, isOwn(accountId)));
  const isVisibleToCaller = can(role, 'referral.listAll')
    ? hasReferral
    : or(and(isAnyOf(site.id, siteIds), hasReferral), inArray(site.id, ofOwn));
  return db
    .select({ _id: site.id, name: site.name })
    .from(site)
    .where(and(isNotNull(site.deleted_at), isVisibleToCaller))
    .orderBy(sortKeyOf(sql`${site.name}`), site.id);
}
