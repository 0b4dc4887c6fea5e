/** The password that an account stores, as its hash. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { account, REVOKE_SESSIONS_NOW } from '../../db/schema';

/** Condition: the account still has this password hash. */
export const hasPasswordHash = (passwordHash: string): SQL =>
  eq(account.password_hash, passwordHash);

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

/** Whether an active account still has a generated password. */
export async function isGeneratedPasswordInUse(db: Database): Promise<boolean> {
  const condition = and(eq(account.password_generated, true), eq(account.state, 'active'));
  return (await db.$count(account, condition)) > 0;
}
