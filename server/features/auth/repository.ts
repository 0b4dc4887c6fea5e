import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Language } from '../../../contract/languages';
import { rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { prepareStatement } from '../../db/statements/preparedStatement';
import {
  account,
  isEmailConfirmed,
  password_reset,
  session,
  site,
  REVOKE_SESSIONS_NOW,
} from '../../db/schema';
import type { LinkPurpose } from './mailedLinks';

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

/** Like `findLogin`, but locks the account until the transaction ends. */
export async function lockLogin(db: Database, username: string) {
  return (await selectLogin(db, username).for('update'))[0] ?? null;
}

const insertSession = prepareStatement(
  () => sql`
    insert into ${session} (id, account_id, remember)
    select ${sql.placeholder('id')}::text, ${account.id}, ${sql.placeholder('remember')}::boolean
    from ${account}
    where ${and(
      eq(account.id, sql.placeholder('accountId')),
      eq(account.state, sql`'active'`),
      eq(account.password_hash, sql.placeholder('passwordHash')),
    )}
    for share
    returning ${session.id}`,
);

/**
 * Creates a session if the account is still active and still has the password hash that was verified: either may have changed
 * during verification. Call it in a transaction, which locks the account against both changes.
 * @param values.passwordHash the hash the password was verified against
 * @returns whether the session was created
 */
export async function startSession(
  db: Database,
  values: { id: string; accountId: string; passwordHash: string | null; remember: boolean },
): Promise<boolean> {
  return (await insertSession(db, values)).length === 1;
}

/**
 * Revokes the links of an account that set a password: after a newer link, a new password or a deactivation.
 * @param purpose revokes only links of this purpose; all by default
 */
export async function revokeResetTokens(
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

/** Sets a password the person has chosen, and revokes every session of the account. */
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

/** Whether an active account still has a generated password. */
export async function isGeneratedPasswordInUse(db: Database): Promise<boolean> {
  const condition = and(eq(account.password_generated, true), eq(account.state, 'active'));
  return (await db.$count(account, condition)) > 0;
}

/** Sets a generated password, activates the account, and revokes its sessions. */
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

/**
 * Lists the active super users except one, without locking them. Ordered, so that two transactions that queue an email for each
 * cannot wait for each other in a circle.
 */
export async function listOtherSuperusers(db: Database, accountId: string) {
  return db
    .select({ accountId: account.id, username: account.username, language: account.language })
    .from(account)
    .where(
      and(
        inArray(account.role, rolesWith('superuser.add')),
        eq(account.state, 'active'),
        ne(account.id, accountId),
      ),
    )
    .orderBy(asc(account.id));
}

/** Stores the language for emails to the person. */
export async function setLanguage(
  db: Database,
  accountId: string,
  language: Language,
): Promise<void> {
  await db.update(account).set({ language }).where(eq(account.id, accountId));
}

/** The names of all live sites. */
export async function listSiteNames(db: Database): Promise<string[]> {
  const rows = await db.select({ name: site.name }).from(site).where(isNull(site.deleted_at));
  return rows.map(({ name }) => name);
}
