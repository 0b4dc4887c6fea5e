import { eq, sql } from 'drizzle-orm';
import type { PreferenceChanges, Preferences } from '../../../contract/entities/account';
import type { Database } from '../../db/database';
import { account } from '../../db/schema';

/** Finds the preferences of an existing account. */
export async function findPreferences(db: Database, accountId: string): Promise<Preferences> {
  const [row] = await db
    .select({ owner_emails: account.owner_emails, morning_mail: account.morning_mail })
    .from(account)
    .where(eq(account.id, accountId));
  if (!row) throw new Error('The account does not exist');
  return row;
}

/** Stores the preferences of an account. Does not change its version, because super users do not see preferences. */
export async function setPreferences(
  db: Database,
  accountId: string,
  { owner_emails, morning_mail }: PreferenceChanges,
): Promise<void> {
  await db
    .update(account)
    .set({ owner_emails, morning_mail, updated_at: sql`now()` })
    .where(eq(account.id, accountId));
}
