import { randomBytes } from 'node:crypto';
import { can } from '../../../contract/permissions';
import { normalEmail } from '../../../contract/entities/text';
import type { Database } from '../../db/database';
import type { Settings } from '../../settings/settings';
import { auditCommand } from '../audit';
import type { Hmac } from '../limits';
import { queueEmail } from '../mail';
import { liftLockout } from './loginAttempt';
import { hashPassword } from './passwords';
import { lockAccountByEmail } from './accountByEmail';
import { revokeResetTokens } from './mailedLinks';
import { setGeneratedPassword } from './storedPassword';
import { emailOtherSuperusers } from './superuserEmail';

/**
 * Restores a super user's access from the command line: sets a generated password, activates the account, lifts login delays
 * and lockouts, revokes sessions and reset links, and notifies the owner and all other super users by email.
 * @returns the password, which is stored only as its hash
 * @throws Error with a message for the operator when the account does not exist or is not a super user's
 */
export async function resetSuperuser(
  db: Database,
  { settings, hmac }: { settings: Settings; hmac: Hmac },
  email: string,
): Promise<string> {
  const username = normalEmail(email);
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const found = await lockAccountByEmail(tx, username);
    if (!found) throw new Error('No account has this email. Nothing was changed.');
    if (!can(found.role, 'account.reactivate')) {
      throw new Error(
        'This account is not a super user’s. Nothing was changed. A super user can reactivate it under Accounts.',
      );
    }
    await setGeneratedPassword(tx, found.accountId, passwordHash);
    await revokeResetTokens(tx, found.accountId);
    await liftLockout(tx, { hmac }, username);
    await queueEmail(tx, settings, found, { kind: 'passwordChanged' });
    await emailOtherSuperusers(tx, settings, found);
    await auditCommand(tx, 'resetSuperuser', found.accountId);
  });
  return password;
}
