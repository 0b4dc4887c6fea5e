import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/openDatabase';
import {
  account,
  isEmailConfirmed,
  password_reset,
  session,
  REVOKE_SESSIONS_NOW,
} from '../../db/schema';
import type { LinkPurpose } from './resetRepository';
import { isAlive } from './sessionRepository';

const callerColumns = {
  sessionId: session.id,
  accountId: account.id,
  username: account.username,
  fullname: account.fullname,
  role: account.role,
  createdReferralsOnly: account.created_referrals_only,
};

/** Who makes a request, as recorded now: role and scope are never taken from a token. */
export interface Caller {
  readonly sessionId: string;
  readonly accountId: string;
  readonly username: string;
  readonly fullname: string;
  readonly role: Role;
  readonly createdReferralsOnly: boolean;
}

/** The caller of a living session, or null. One indexed query, made on every request. */
export async function findCaller(db: Database, sessionId: string): Promise<Caller | null> {
  const rows = await db
    .select(callerColumns)
    .from(session)
    .innerJoin(account, eq(account.id, session.account_id))
    .where(and(eq(session.id, sessionId), isAlive));
  return rows[0] ?? null;
}

const selectLogin = (db: Database, username: string) =>
  db
    .select({
      accountId: account.id,
      username: account.username,
      fullname: account.fullname,
      role: account.role,
      state: account.state,
      language: account.language,
      passwordHash: account.password_hash,
      isConfirmed: isEmailConfirmed,
    })
    .from(account)
    .where(eq(account.username, username));

export async function findLogin(db: Database, username: string) {
  return (await selectLogin(db, username))[0] ?? null;
}

/** The same, kept from being changed by others until the transaction ends. */
export async function lockLogin(db: Database, username: string) {
  return (await selectLogin(db, username).for('update'))[0] ?? null;
}

/**
 * Begins a session, if the account is still active and its password still the one that was checked: checking takes a
 * while, in which the account may be shut out or get a new password. Call it in a transaction, which then holds both off.
 * @param begun.passwordHash what the password was checked against
 * @returns whether it began
 */
export async function startSession(
  db: Database,
  begun: { id: string; accountId: string; passwordHash: string | null; remember: boolean },
): Promise<boolean> {
  const unchanged = await db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        eq(account.id, begun.accountId),
        begun.passwordHash === null ? sql`false` : eq(account.password_hash, begun.passwordHash),
        eq(account.state, 'active'),
      ),
    )
    .for('share');
  if (unchanged.length === 0) return false;
  await db
    .insert(session)
    .values({ id: begun.id, account_id: begun.accountId, remember: begun.remember });
  return true;
}

/**
 * Makes the links of an account that set a password void: a newer one, a new password or a deactivation ends the older.
 * @param purpose those for one purpose; all unless given
 */
export async function endResets(
  db: Database,
  accountId: string,
  purpose?: LinkPurpose,
): Promise<void> {
  await db
    .update(password_reset)
    .set({ ended_at: sql`now()` })
    .where(
      and(
        eq(password_reset.account_id, accountId),
        purpose && eq(password_reset.purpose, purpose),
        isNull(password_reset.ended_at),
      ),
    );
}

/** Sets a password of the person's own and ends every session of the account. */
export async function setPassword(
  db: Database,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .update(account)
    .set({
      password_hash: passwordHash,
      password_generated: false,
      sessions_valid_from: REVOKE_SESSIONS_NOW,
      updated_at: sql`now()`,
    })
    .where(eq(account.id, accountId));
}

/** Whether an active account has the password that was generated for it at the first start. */
export async function keepsGeneratedPassword(db: Database): Promise<boolean> {
  const isSo = and(eq(account.password_generated, true), eq(account.state, 'active'));
  return (await db.$count(account, isSo)) > 0;
}

/** Gives an account a password that was generated, lets it in whatever shut it out, and ends every session of it. */
export async function setGeneratedPassword(
  db: Database,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await setPassword(db, accountId, passwordHash);
  await db
    .update(account)
    .set({ password_generated: true, state: 'active', version: sql`${account.version} + 1` })
    .where(eq(account.id, accountId));
}

/** Remembers what the person wants to be written in. */
export async function setLanguage(
  db: Database,
  accountId: string,
  language: Language,
): Promise<void> {
  await db.update(account).set({ language }).where(eq(account.id, accountId));
}
