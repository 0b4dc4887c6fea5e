import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { referral } from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../db/versions';

export const isHeld = and(isNull(referral.deleted_at), isNotNull(referral.suspected));

/**
 * Moves one to the ordinary lists.
 * @param version the one that is to be moved; any unless given
 * @throws NotFoundError when there is no such suspected referral
 * @throws StaleError when it has another version
 */
export async function releaseReferral(db: Database, id: string, version?: number): Promise<void> {
  const isThere = and(eq(referral.id, id), isHeld);
  const rows = await db
    .update(referral)
    .set({ suspected: null, version: sql`${referral.version} + 1`, updated_at: sql`now()` })
    .where(and(isThere, hasVersion(referral.version, version)))
    .returning({ id: referral.id });
  if (rows.length === 0) throw await notFoundOrStale(db, referral, isThere);
}
