import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Language, Role } from '../../../contract/constants';
import type { Database } from '../../db/openDatabase';
import { account, password_reset, session, SHUT_OUT_NOW } from '../../db/schema';
import { REFRESH_GRACE, RESET_TOKEN_LIFE, SESSION_LIFE } from './limits';

const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

/** Neither revoked, nor past its limits, nor of an account that was shut out since it began. */
const isAlive = and(
  isNull(session.revoked_at),
  eq(account.state, 'active'),
  sql`${session.created_at} >= ${account.sessions_valid_from}`,
  sql`case when ${session.remember}
    then ${session.created_at} > ${secondsAgo(SESSION_LIFE.remembered.absolute)}
     and ${session.rotated_at} > ${secondsAgo(SESSION_LIFE.remembered.idle)}
    else ${session.created_at} > ${secondsAgo(SESSION_LIFE.plain.absolute)}
     and ${session.rotated_at} > ${secondsAgo(SESSION_LIFE.plain.idle)} end`,
);

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

/**
 * Exchanges the refresh token number `counter` for the next, if it is the current one.
 * @returns whether it was
 */
export async function rotateSession(
  db: Database,
  sessionId: string,
  counter: number,
): Promise<boolean> {
  const rows = await db
    .update(session)
    .set({ counter: sql`${session.counter} + 1`, rotated_at: sql`now()` })
    .where(and(eq(session.id, sessionId), eq(session.counter, counter), isNull(session.revoked_at)))
    .returning({ id: session.id });
  return rows.length === 1;
}

/** Whether the token number `counter` was exchanged moments ago, so that presenting it again is a race, not a theft. */
export async function wasJustRotated(
  db: Database,
  sessionId: string,
  counter: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.counter, counter + 1),
        gt(session.rotated_at, secondsAgo(REFRESH_GRACE)),
      ),
    );
  return rows.length === 1;
}

export async function revokeSession(db: Database, sessionId: string): Promise<void> {
  await db
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(session.id, sessionId), isNull(session.revoked_at)));
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

export async function addReset(db: Database, accountId: string, tokenHash: string): Promise<void> {
  await db.insert(password_reset).values({
    token_hash: tokenHash,
    account_id: accountId,
    // Not the transaction's beginning, which may lie before a new password it has waited for.
    created_at: sql`clock_timestamp()`,
  });
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
