/** Reads for a change of many referrals. The changes themselves are those of one referral, in ./repository. */
import { and, inArray, isNull } from 'drizzle-orm';
import type { HoldReason, ReferralStatus } from '../../../contract/constants';
import type { Database } from '../../db/database';
import { referral } from '../../db/schema';
import type { Caller } from '../auth/repository';
import { isInScope } from './scopeRepository';

export interface LockedReferral {
  readonly version: number;
  readonly status: ReferralStatus;
  readonly owner_id: string | null;
  readonly suspected: HoldReason | null;
}

/**
 * Locks referrals until the end of the transaction, and reads them by id; deleted ones and those out of the caller's scope are
 * left out. It locks them in the order of their ids, so that two changes of the same referrals do not wait for each other.
 */
export async function lockReferrals(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, LockedReferral>> {
  const rows = await db
    .select({
      id: referral.id,
      version: referral.version,
      status: referral.status,
      owner_id: referral.owner_id,
      suspected: referral.suspected,
    })
    .from(referral)
    .where(and(inArray(referral.id, [...ids]), isNull(referral.deleted_at), isInScope(caller)))
    .orderBy(referral.id)
    .for('no key update');
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The current versions of referrals, by id; deleted ones are left out. */
export async function findVersions(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: referral.id, version: referral.version })
    .from(referral)
    .where(and(inArray(referral.id, [...ids]), isNull(referral.deleted_at)));
  return new Map(rows.map(({ id, version }) => [id, version]));
}
