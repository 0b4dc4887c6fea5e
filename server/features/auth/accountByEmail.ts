/** Finds accounts by email, with the columns that login and password changes need. */
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { account, isEmailConfirmed } from '../../db/schema';

const selectAccount = (db: Database, username: string) =>
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

/** @param username normalized */
export async function findAccountByEmail(db: Database, username: string) {
  return (await selectAccount(db, username))[0] ?? null;
}

/** Like `findAccountByEmail`, but locks the account until the transaction ends. */
export async function lockAccountByEmail(db: Database, username: string) {
  return (await selectAccount(db, username).for('update'))[0] ?? null;
}
