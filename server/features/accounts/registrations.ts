/** Creation of accounts. */
import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { LoginHolder } from '../../../contract/consent';
import type { Role } from '../../../contract/constants';
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/database';
import { isWithinLast } from '../../db/statements/storedTimes';
import { account, isEmailConfirmed, referral, registration_notice } from '../../db/schema';
import { addSites } from './accountSites';

export interface NewAccount {
  id: string;
  fullname: string;
  username: string;
  /** Null: no password works until the owner sets one through a mailed link. */
  passwordHash: string | null;
  role: Role;
  state: 'pending' | 'active';
  siteIds: readonly string[];
  referralId?: string;
  /** Whose login of a referral it is; not decided if omitted. */
  holder?: LoginHolder | undefined;
  /** The page language at self-registration; omitted for accounts that a super user creates. */
  language?: Language | null;
}

/**
 * Stores an account with its sites. Runs the same statements when it stores nothing, so that the response time does not reveal
 * whether an account exists.
 * @returns false when the email or the referral already has an account
 */
export async function addAccount(db: Database, added: NewAccount): Promise<boolean> {
  const { id } = added;
  const rows = await db
    .insert(account)
    .values({
      id,
      fullname: added.fullname,
      username: added.username,
      password_hash: added.passwordHash,
      role: added.role,
      state: added.state,
      referral_id: added.referralId ?? null,
      login_holder: added.holder ?? null,
      language: added.language ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: account.id });
  await addSites(db, id, added.siteIds);
  return rows.length === 1;
}

/**
 * Finds a referral that an account can be created for, with its site and the id of its account, if any. Returns null if it
 * does not exist or is deleted or held. A held referral must be released first.
 */
export async function findReferral(db: Database, id: string) {
  const rows = await db
    .select({ siteId: referral.site_id, accountId: account.id, birthDate: referral.dob })
    .from(referral)
    .leftJoin(account, eq(account.referral_id, referral.id))
    .where(and(eq(referral.id, id), isNull(referral.deleted_at), isNull(referral.hold_reason)));
  return rows[0] ?? null;
}

/** Locks a referral against deletion until the transaction ends. Returns false if it does not exist or is deleted or held. */
export async function lockReferral(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.id, id), isNull(referral.deleted_at), isNull(referral.hold_reason)))
    .for('share');
  return rows.length === 1;
}

/** An id that no account has. */
const NO_ACCOUNT_ID = '';

/** Seconds, at least, between two emails to an owner about attempts to register with their email. */
const NOTICE_INTERVAL = 24 * 60 * 60;

/** Finds the account of an email and locks it until the transaction ends. */
export async function lockAccountByUsername(db: Database, username: string) {
  const [found] = await db
    .select({
      accountId: account.id,
      username: account.username,
      language: account.language,
      state: account.state,
      isConfirmed: isEmailConfirmed,
    })
    .from(account)
    .where(eq(account.username, username))
    .for('update');
  return found ?? null;
}

/**
 * Claims the email that tells an owner of an attempt to register with their email: at most one per NOTICE_INTERVAL.
 * @param accountId null without an owner: the same statements run and the result is false
 * @returns true for the caller that must send the email
 */
export async function claimRegistrationNotice(
  db: Database,
  accountId: string | null,
): Promise<boolean> {
  const claimed = await db
    .insert(registration_notice)
    .select(
      db
        .select({ account_id: account.id, told_at: sql<Date>`now()`.as('told_at') })
        .from(account)
        .where(eq(account.id, accountId ?? NO_ACCOUNT_ID)),
    )
    .onConflictDoUpdate({
      target: registration_notice.account_id,
      set: { told_at: sql`now()` },
      setWhere: not(isWithinLast(NOTICE_INTERVAL, registration_notice.told_at)),
    })
    .returning({ id: registration_notice.account_id });
  return claimed.length === 1;
}
