import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import { can, rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { account } from '../../db/schema';
import type { Settings } from '../../settings/settings';
import { queueEmail } from '../mail';

/** Seconds before the email is sent. The same email about another account within this time replaces it. */
const SUPERUSER_EMAIL_WAIT = 30;

/**
 * Notifies all other active super users by email that an account has become an active super user. The acting super user is
 * notified, too, because a stranger may use their session. Does nothing for another role. Call it in the transaction of the
 * change.
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
 * Lists the active super users except one, without locking them. Ordered, so that concurrent transactions queue the emails in
 * the same order, to avoid deadlock.
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
