/** Reads the referrals of a bulk change. The changes themselves are in ./repository and ./eventRepository, as for one referral. */
import { and, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { isAnyOf } from '../../db/parameters';
import { referral } from '../../db/schema';
import type { Caller } from '../auth/repository';
import type { ReferralRow } from './events';
import { isInScope } from './scopeRepository';

/**
 * Locks referrals until the end of the transaction, and reads them by id; deleted ones and those out of the caller's scope are
 * left out. It locks them in the order of their ids, so that two changes of the same referrals do not wait for each other.
 */
export async function lockReferrals(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, ReferralRow>> {
  const rows = await db
    .select()
    .from(referral)
    .where(and(isAnyOf(referral.id, ids), isNull(referral.deleted_at), isInScope(caller)))
    .orderBy(referral.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}
