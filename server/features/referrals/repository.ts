import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ReferralStatus, HoldReason } from '../../../contract/constants';
import { rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/openDatabase';
import { hasVersion, notFoundOrStale } from '../../db/versions';
import { account, county, referral, REVOKE_SESSIONS_NOW, site } from '../../db/schema';
import { newTrackingId, type NewReferral } from './rules';

/** A live site a referral can be filed for, with the rule that hangs on it, or null. */
export async function findSiteForReferral(db: Database, id: string) {
  const rows = await db
    .select({ id: site.id, kind: site.kind })
    .from(site)
    .where(and(eq(site.id, id), isNull(site.deleted_at)));
  return rows[0] ?? null;
}

export async function countyExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(county, eq(county.id, id))) > 0;
}

const TRACKING_ID_TRIES = 5;

export interface FiledReferral extends NewReferral {
  id: string;
  /** The account that files it; none for a guest. */
  created_by?: string;
  /** Why it is set apart. */
  suspected?: HoldReason | null;
}

export async function addReferral(
  db: Database,
  filed: FiledReferral,
): Promise<{ _id: string; tracking_id: string }> {
  for (let attempt = 0; attempt < TRACKING_ID_TRIES; attempt += 1) {
    const rows = await db
      .insert(referral)
      .values({ tracking_id: newTrackingId(), ...filed })
      .onConflictDoNothing({ target: referral.tracking_id })
      .returning({ _id: referral.id, tracking_id: referral.tracking_id });
    if (rows[0]) return rows[0];
  }
  throw new Error('No free tracking id was found');
}

const isLive = (id: string) => and(eq(referral.id, id), isNull(referral.deleted_at));

/**
 * Changes what is given, nothing else.
 * @param version the one that is to be changed; any unless given
 * @throws NotFoundError when there is no such referral; what is set apart must be released or deleted first
 * @throws StaleError when it has another version
 */
export async function updateReferral(
  db: Database,
  id: string,
  change: { status?: ReferralStatus; notes?: string; assigned_to?: string },
  version?: number,
): Promise<void> {
  const isChangeable = and(isLive(id), isNull(referral.suspected));
  const rows = await db
    .update(referral)
    .set({ ...change, version: sql`${referral.version} + 1`, updated_at: sql`now()` })
    .where(and(isChangeable, hasVersion(referral.version, version)))
    .returning({ id: referral.id });
  if (rows.length === 0) throw await notFoundOrStale(db, referral, isChangeable);
}

/** Whether referrals can be assigned to an account: an active manager or super user. */
export async function canBeReferrer(db: Database, accountId: string): Promise<boolean> {
  const found = await db.$count(
    account,
    and(
      eq(account.id, accountId),
      eq(account.state, 'active'),
      inArray(account.role, rolesWith('referral.beReferrer')),
    ),
  );
  return found > 0;
}

/**
 * Takes a referral out of every list, and shuts out the login made for its person: nobody keeps an account for a record
 * that is gone.
 * @param version the one that is to be deleted; any unless given
 * @returns the ids of what changed: the referral, and the login if it has one
 * @throws NotFoundError when there is no such referral
 * @throws StaleError when it has another version
 */
export async function deleteReferral(
  db: Database,
  id: string,
  version?: number,
): Promise<string[]> {
  const rows = await db
    .update(referral)
    .set({ deleted_at: sql`now()` })
    .where(and(isLive(id), hasVersion(referral.version, version)))
    .returning({ id: referral.id });
  if (rows.length === 0) throw await notFoundOrStale(db, referral, isLive(id));
  const logins = await db
    .update(account)
    .set({
      state: 'deactivated',
      sessions_valid_from: REVOKE_SESSIONS_NOW,
      version: sql`${account.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(eq(account.referral_id, id))
    .returning({ id: account.id });
  return [...rows, ...logins].map((changed) => changed.id);
}
