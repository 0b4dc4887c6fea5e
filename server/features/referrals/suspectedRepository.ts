import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { referral } from '../../db/schema';

export const isSuspected = and(isNull(referral.deleted_at), isNotNull(referral.suspected));

/** Moves one to the ordinary lists. Answers whether there was such a suspected referral. */
export async function releaseReferral(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(referral)
    .set({ suspected: null, version: sql`${referral.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(referral.id, id), isSuspected))
    .returning({ id: referral.id });
  return rows.length === 1;
}
