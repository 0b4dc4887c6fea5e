import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { referral } from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../db/optimisticLocking';

/** Held as suspected spam, and not deleted. */
export const isHeld = and(isNull(referral.deleted_at), isNotNull(referral.suspected));

/**
 * Releases a held referral to the ordinary lists.
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if no held referral has this id
 * @throws StaleError if its version differs
 */
export async function releaseReferral(db: Database, id: string, version?: number): Promise<void> {
  const matches = and(eq(referral.id, id), isHeld);
  const rows = await db
    .update(referral)
    .set({ suspected: null, version: sql`${referral.version} + 1`, updated_at: sql`now()` })
    .where(and(matches, hasVersion(referral.version, version)))
    .returning({ id: referral.id });
  if (rows.length === 0) throw await notFoundOrStale(db, referral, matches);
}
