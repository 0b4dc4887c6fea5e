/** The owner of a referral: the account that works on it. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { PossibleOwner } from '../../../../contract/entities/account';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import { account, referral } from '../../../db/schema';
import { bodyIssue, InvalidFieldsError } from '../../../http/errors';
import { type Caller, withEmailsFor } from '../../access';
import { queueEmail } from '../../mail';
import { changeReferral } from '../changeReferral';
import { canOwn, countOpenOfAccount } from '../ownership';
import { isVisible } from '../visibility';
import { sortKeyOf } from '../../../db/textKeys';

/** Lists the active accounts that can own a referral, by name, with the number of open ones that each owns. */
export async function listOwners(db: Database, caller: Caller): Promise<PossibleOwner[]> {
  const owners = await db
    .select({
      _id: account.id,
      fullname: account.fullname,
      username: account.username,
      open: countOpenOfAccount,
    })
    .from(account)
    .where(canOwn(account))
    .orderBy(asc(sortKeyOf(sql`${account.fullname}`)), asc(account.id));
  return withEmailsFor(caller, owners);
}

/** Whether an account can own referrals. */
export const canBeOwner = async (db: Database, id: string): Promise<boolean> =>
  (await db.$count(account, and(eq(account.id, id), canOwn(account)))) > 0;

/**
 * Finds an account that can own a referral, and locks it until the transaction ends. The lock prevents a concurrent
 * deactivation, and makes each of several concurrent assignments see the email that the previous one has queued.
 */
export async function lockOwner(db: Database, id: string) {
  const rows = await db
    .select({
      accountId: account.id,
      username: account.username,
      language: account.language,
      wantsEmails: account.owner_emails,
    })
    .from(account)
    .where(and(eq(account.id, id), canOwn(account)))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Finds and locks the account to which referrals are handed over, as `lockOwner` does.
 * @param leaving an account that is being deactivated
 * @throws InvalidFieldsError if it may not own referrals
 */
export async function requireNewOwner(db: Database, id: string, leaving?: string) {
  const owner = id === leaving ? null : await lockOwner(db, id);
  if (!owner) throw new InvalidFieldsError([bodyIssue('owner', 'Cannot own referrals')]);
  return owner;
}

/**
 * Sets or removes the owner of a referral.
 * @param owner an account that can own referrals; null to remove the owner
 * @param version the expected version; any version if omitted
 * @returns whether the owner changed
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held
 * @throws StaleError if its version differs
 */
export async function assignOwner(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
  owner: string | null,
  version?: number,
): Promise<boolean> {
  const isEditable = and(eq(referral.id, id), isVisible(caller));
  const changed = await changeReferral(db, caller, rules, isEditable, { owner_id: owner }, version);
  return changed !== undefined;
}

/** Seconds before the email is sent. An email of another assignment within this time replaces it. */
const OWNER_EMAIL_WAIT = 30;

/** Tells an account by email that it owns one or more referrals now, unless it assigned them itself or wants no such emails. */
export async function emailOwner(
  { settings }: FastifyInstance,
  db: Database,
  owner: NonNullable<Awaited<ReturnType<typeof lockOwner>>>,
  caller: Caller,
): Promise<void> {
  if (!owner.wantsEmails || owner.accountId === caller.accountId) return;
  await queueEmail(db, settings, owner, { kind: 'assigned' }, { wait: OWNER_EMAIL_WAIT });
}
