import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { FollowUpRules } from '../../../../contract/nextStep';
import { rolesWith } from '../../../../contract/permissions';
import type { DeleteReason } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { hasVersion, notFoundOrStale } from '../../../http/optimisticLocking';
import { isAnyOf } from '../../../db/statements/parameters';
import { account, referral, REVOKE_SESSIONS_NOW } from '../../../db/schema';
import type { Caller } from '../../access';
import { clearIdempotency } from '../../idempotency';
import { addEvents, changeReferral } from '../changeReferral';
import type { ReferralChange } from '../events';
import type { Correction } from '../filing/rules';
import { isHeld, isInScope, isVisible } from '../visibility';

/**
 * Changes only the given fields.
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held; a held one must be released or deleted
 *   first
 * @throws StaleError if its version differs
 */
export async function updateReferral(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
  change: ReferralChange,
  version?: number,
): Promise<void> {
  const isEditable = and(eq(referral.id, id), isVisible(caller));
  await changeReferral(db, caller, rules, isEditable, change, version);
}

/** Corrects the fields that were filed, like `updateReferral`. */
export async function correctReferral(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
  correction: Correction,
  version?: number,
): Promise<void> {
  const isEditable = and(eq(referral.id, id), isVisible(caller));
  await changeReferral(db, caller, rules, isEditable, correction, version);
}

/**
 * Releases a held referral to the ordinary lists.
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if no held referral in the caller's scope has this id
 * @throws StaleError if its version differs
 */
export async function releaseReferral(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
  version?: number,
): Promise<void> {
  const matches = and(eq(referral.id, id), isHeld, isInScope(caller));
  await changeReferral(db, caller, rules, matches, { hold_reason: null }, version);
}

/** Whether referrals can be assigned to this account: it must be an active manager or super user. */
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

/** Why a referral is deleted. */
interface DeletionReason {
  readonly delete_reason?: DeleteReason | undefined;
  readonly delete_note?: string | undefined;
}

/** The ids of the records of a change, its referral first. */
export type RecordIds = [referral: string, ...others: string[]];

/**
 * Soft-deletes a referral, and deactivates the account created for it and revokes its sessions: no account may outlive its
 * referral. It can be put back for a while (../deleted/putBack.ts).
 * @param version the expected version; any version if omitted
 * @returns ids of the changed records: the referral, and its account if it has one
 * @throws NotFoundError if the referral is missing or out of the caller's scope
 * @throws StaleError if its version differs
 */
export async function deleteReferral(
  db: Database,
  caller: Caller,
  id: string,
  version?: number,
  reason: DeletionReason = {},
): Promise<string[]> {
  const matches = and(eq(referral.id, id), isNull(referral.deleted_at), isInScope(caller));
  const deleted = await deleteReferrals(
    db,
    caller,
    [id],
    reason,
    and(matches, hasVersion(referral.version, version)),
  );
  const recordIds = deleted.get(id);
  if (!recordIds) throw await notFoundOrStale(db, referral, matches);
  return recordIds;
}

/**
 * Lets the caller file the content of their own filings again at once, as they are deleted. Others who filed get the first answer
 * until it runs out: another one would tell them of the deletion.
 */
export async function forgetOwnFilings(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  const isOwn = and(isAnyOf(referral.id, ids), eq(referral.created_by, caller.accountId));
  const rows = await db.select({ id: referral.id }).from(referral).where(isOwn);
  await clearIdempotency(db, ...rows.map((row) => row.id));
}

/**
 * Soft-deletes referrals, with the accounts created for them.
 * @param condition must hold for each; undefined if the transaction has locked and checked them
 * @returns by the id of each deleted referral, the ids of the changed records: the referral first, then its account if it has
 *   one
 */
export async function deleteReferrals(
  db: Database,
  caller: Caller,
  ids: readonly string[],
  { delete_reason, delete_note }: DeletionReason,
  condition?: SQL,
): Promise<Map<string, RecordIds>> {
  const [reason, note] = [delete_reason ?? null, delete_note || null];
  const rows = await db
    .update(referral)
    .set({
      deleted_at: sql`now()`,
      deleted_by: caller.accountId,
      delete_reason: reason,
      delete_note: note,
    })
    .where(and(isAnyOf(referral.id, ids), condition))
    .returning({ id: referral.id });
  const deleted = new Map(rows.map(({ id }): [string, RecordIds] => [id, [id]]));
  if (rows.length === 0) return deleted;
  const changes = reason ? [{ field: 'delete_reason', from: null, to: reason }] : [];
  await addEvents(
    db,
    caller,
    rows.map(({ id }) => ({ referral_id: id, kind: 'deleted' as const, changes, text: note })),
  );
  const accounts = await db
    .update(account)
    .set({
      state: 'deactivated',
      sessions_valid_from: REVOKE_SESSIONS_NOW,
      version: sql`${account.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(isAnyOf(account.referral_id, [...deleted.keys()]))
    .returning({ id: account.id, referralId: account.referral_id });
  for (const { id, referralId } of accounts) deleted.get(referralId ?? '')?.push(id);
  return deleted;
}
