/** How accounts come to be. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/openDatabase';
import { account, isEmailConfirmed, referral, registration_notice } from '../../db/schema';
import { addSites } from './siteRepository';

export interface NewAccount {
  id: string;
  fullname: string;
  username: string;
  passwordHash: string;
  role: Role;
  state: 'pending' | 'active';
  siteIds: readonly string[];
  referralId?: string;
  /** Of the screen the person registered on themselves. */
  language?: Language | null;
}

/**
 * Stores an account with its sites. Answers whether it did: not when the e-mail or the referral has one already, after the
 * same statements.
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
      language: added.language ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: account.id });
  await addSites(db, id, added.siteIds);
  return rows.length === 1;
}

/**
 * A live referral a login can be made for, with its site and whether it has a login; null when there is none. What is set
 * apart as suspected spam must be released first.
 */
export async function findReferral(db: Database, id: string) {
  const rows = await db
    .select({ siteId: referral.site_id, accountId: account.id })
    .from(referral)
    .leftJoin(account, eq(account.referral_id, referral.id))
    .where(and(eq(referral.id, id), isNull(referral.deleted_at), isNull(referral.suspected)));
  return rows[0] ?? null;
}

/** Keeps a referral from being deleted until the transaction ends. Answers whether it is still there. */
export async function holdReferral(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.id, id), isNull(referral.deleted_at), isNull(referral.suspected)))
    .for('share');
  return rows.length === 1;
}

/** No account's id. */
const NOBODY = '';

/** How often, at most, the owner of an e-mail hears that someone tried to register with it. */
const NOTICE_EVERY = '1 day';

/** The account of an e-mail, kept from being changed by others until the transaction ends. */
export async function lockRegistered(db: Database, username: string) {
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
 * Whether it is time to tell the owner of an account that someone tried to register with its e-mail; whoever asks first has
 * it.
 * @param accountId null when there is nobody to tell: the answer is no, after the same statements
 */
export async function takeRegistrationNotice(
  db: Database,
  accountId: string | null,
): Promise<boolean> {
  const taken = await db
    .insert(registration_notice)
    .select(
      db
        .select({ account_id: account.id, told_at: sql<Date>`now()`.as('told_at') })
        .from(account)
        .where(eq(account.id, accountId ?? NOBODY)),
    )
    .onConflictDoUpdate({
      target: registration_notice.account_id,
      set: { told_at: sql`now()` },
      setWhere: sql`${registration_notice.told_at} <= now() - ${NOTICE_EVERY}::interval`,
    })
    .returning({ id: registration_notice.account_id });
  return taken.length === 1;
}
