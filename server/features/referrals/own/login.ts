/** The login of a referral as staff see it: whose it is, and the copies that were asked for by it. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type LoginHolder, mayHoldLogin } from '../../../../contract/consent';
import { dayIn } from '../../../../contract/calendar';
import type { Login } from '../../../../contract/entities/ownReferral';
import type { FollowUpRules } from '../../../../contract/nextStep';
import { ACCOUNT_REFUSALS } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { account, copy_request, referral, REVOKE_SESSIONS_NOW } from '../../../db/schema';
import { bodyIssue, ConflictError, InvalidFieldsError, NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { readNow } from '../now';
import { isVisible } from '../visibility';
import { listCopies } from './readOwn';

/** Reads it; null if the caller may not see the referral. */
export async function readLogin(
  db: Database,
  caller: Caller,
  { timeZone }: FollowUpRules,
  id: string,
): Promise<Login | null> {
  const [row] = await db
    .select({ birthDate: referral.dob, accountId: account.id, holder: account.login_holder })
    .from(referral)
    .leftJoin(account, eq(account.referral_id, referral.id))
    .where(and(eq(referral.id, id), isVisible(caller)));
  if (!row) return null;
  const { birthDate, accountId, holder } = row;
  const today = dayIn(timeZone, await readNow(db));
  const hasStopped = holder !== null && !mayHoldLogin(holder, birthDate, today);
  return {
    login: accountId === null ? null : { holder, has_stopped: hasStopped },
    copies: await listCopies(db, id),
  };
}

/**
 * Stores whose login the account of a referral is, and ends its sessions: who is signed in may be another.
 * @returns the account's id
 * @throws NotFoundError if the referral is missing or out of the caller's scope, or has no account
 * @throws InvalidFieldsError if it would be a parent's, and the person is not under 12
 * @throws ConflictError if a parent's login has stopped: the parent, who knows its password, would read what only the person may
 */
export async function setLoginHolder(
  db: Database,
  caller: Caller,
  { timeZone }: FollowUpRules,
  id: string,
  holder: LoginHolder,
): Promise<string> {
  // No correction of the birth date comes between.
  const [row] = await db
    .select({ birthDate: referral.dob })
    .from(referral)
    .where(and(eq(referral.id, id), isVisible(caller)))
    .for('share');
  if (!row) throw new NotFoundError();
  const today = dayIn(timeZone, await readNow(db));
  if (!mayHoldLogin(holder, row.birthDate, today))
    throw new InvalidFieldsError([bodyIssue('holder', 'The person is not under 12')]);
  const [login] = await db
    .select({ holder: account.login_holder })
    .from(account)
    .where(eq(account.referral_id, id))
    .for('update');
  if (login?.holder && !mayHoldLogin(login.holder, row.birthDate, today))
    throw new ConflictError(ACCOUNT_REFUSALS.parentsLogin);
  const [changed] = await db
    .update(account)
    .set({
      login_holder: holder,
      sessions_valid_from: REVOKE_SESSIONS_NOW,
      version: sql`${account.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(eq(account.referral_id, id))
    .returning({ id: account.id });
  if (!changed) throw new NotFoundError();
  return changed.id;
}

/**
 * Stores that staff gave the copy that waits; nothing if none does.
 * @throws NotFoundError if the referral is missing or out of the caller's scope
 */
export async function answerCopyRequest(db: Database, caller: Caller, id: string): Promise<void> {
  const [row] = await db
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.id, id), isVisible(caller)))
    .for('share');
  if (!row) throw new NotFoundError();
  await db
    .update(copy_request)
    .set({ answered_at: sql`clock_timestamp()`, answered_by: caller.accountId })
    .where(and(eq(copy_request.referral_id, id), isNull(copy_request.answered_at)));
}
