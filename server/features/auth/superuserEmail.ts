import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import { can, rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { account } from '../../db/schema';
import type { Settings } from '../../settings/settings';
import { queueEmail } from '../mail';

/** Seconds before the email is sent: the same email about another account until then replaces it. */
const SUPERUSER_EMAIL_WAIT = 30;

/**
 * Emails all other active super users that an account is an active super user's now, the acting one included: a stranger may use
 * their session. Does nothing for another role. Call it in the transaction of the change.
 */
export async function emailOtherSuperusers(
  tx: Database,
  settings: Settings,
  { accountId, role }: { accountId: string; role: Role },
): Promise<void> {
  if (!can(role, 'superuser.add')) return;
  for (const to of await listOtherSuperusers(tx, accountId)) {
    await queueEmail(
      tx,
      settings,
      to,
      { kind: 'superuserActivated' },
      { wait: SUPERUSER_EMAIL_WAIT },
    );
  }
}

/**
 * Lists the active super users except one, without locking them. Ordered, so that two transactions that queue an email for each
 * cannot wait for each other in a circle.
 */
async function listOtherSuperusers(db: Database, accountId: string) {
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
