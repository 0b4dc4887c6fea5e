import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/openDatabase';
import { account, password_reset, session, SHUT_OUT_NOW } from '../../db/schema';
import { RESET_TOKEN_LIFE } from './lifetimes';
import { isAlive, secondsAgo } from './sessionRepository';

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
  begun: { id: string; accountId: string; passwordHash: string; remember: boolean },
): Promise<boolean> {
  const unchanged = await db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        eq(account.id, begun.accountId),
        eq(account.password_hash, begun.passwordHash),
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

export async function countRecentResets(db: Database, accountId: string): Promise<number> {
  return db.$count(
    password_reset,
    and(
      eq(password_reset.account_id, accountId),
      gt(password_reset.created_at, secondsAgo(60 * 60)),
    ),
  );
}

/** Makes every reset link of an account void: a newer one, a new password or a deactivation ends the older. */
export async function endResets(db: Database, accountId: string): Promise<void> {
  await db
    .update(password_reset)
    .set({ ended_at: sql`now()` })
    .where(and(eq(password_reset.account_id, accountId), isNull(password_reset.ended_at)));
}

/** Stores a reset link; none where there is no such account. */
export async function addReset(db: Database, accountId: string, tokenHash: string): Promise<void> {
  await db.insert(password_reset).select(
    db
      .select({
        token_hash: sql<string>`${tokenHash}`.as('token_hash'),
        account_id: account.id,
        // Not the transaction's beginning, which may lie before a new password it has waited for.
        created_at: sql<Date>`clock_timestamp()`.as('created_at'),
        ended_at: sql<null>`null::timestamptz`.as('ended_at'),
      })
      .from(account)
      .where(eq(account.id, accountId)),
  );
}

const isUsable = (tokenHash: string) =>
  and(
    eq(password_reset.token_hash, tokenHash),
    isNull(password_reset.ended_at),
    gt(password_reset.created_at, secondsAgo(RESET_TOKEN_LIFE)),
  );

/** The active account a usable reset token belongs to, or null. One from before it was shut out is void. Does not use it up. */
export async function findReset(db: Database, tokenHash: string) {
  const rows = await db
    .select({
      accountId: account.id,
      username: account.username,
      fullname: account.fullname,
      language: account.language,
    })
    .from(password_reset)
    .innerJoin(account, eq(account.id, password_reset.account_id))
    .where(
      and(
        isUsable(tokenHash),
        eq(account.state, 'active'),
        sql`${password_reset.created_at} >= ${account.sessions_valid_from}`,
      ),
    );
  return rows[0] ?? null;
}

/** Uses a reset token up. Answers whether it was still usable: of two at once, one wins. */
export async function useReset(db: Database, tokenHash: string): Promise<boolean> {
  const rows = await db
    .update(password_reset)
    .set({ ended_at: sql`now()` })
    .where(isUsable(tokenHash))
    .returning({ id: password_reset.account_id });
  return rows.length === 1;
}

/** Sets a new password and ends every session of the account. */
export async function setPassword(
  db: Database,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .update(account)
    .set({
      password_hash: passwordHash,
      sessions_valid_from: SHUT_OUT_NOW,
      updated_at: sql`now()`,
    })
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
