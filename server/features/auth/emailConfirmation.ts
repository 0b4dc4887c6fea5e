/**
 * Email confirmation of a self-registered account. Where mail is delivered, the password given at registration never works,
 * so no hash of it is stored: the owner of the mailbox chooses the password by a mailed link (docs/decisions/0023).
 */
import type { EmailConfirmationState } from '../../../contract/staffConstants';
import type { Database } from '../../db/database';
import type { Settings } from '../../settings/settings';
import { type Recipient, queueEmail, withdrawEmails } from '../mail';
import {
  insertResetToken,
  mayMailLink,
  type RegistrationDetails,
  revokeResetTokens,
} from './mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from './oneTimeToken';

type MailSetting = Pick<Settings, 'SMTP_URL'>;

/** Whether emails can be confirmed. Without SMTP_URL, emails are written to files and never delivered. */
export const canConfirmEmails = ({ SMTP_URL }: MailSetting): boolean => SMTP_URL !== undefined;

/** Whether a registration is still unconfirmed. Until it is confirmed, login treats the account as nonexistent. */
export function awaitsConfirmation(
  settings: Settings,
  { state, isConfirmed }: { state: string; isConfirmed: boolean },
): boolean {
  return canConfirmEmails(settings) && state === 'pending' && !isConfirmed;
}

/** The confirmation state of a pending account, as super users see it. */
export function getEmailProof(
  settings: MailSetting,
  { isConfirmed }: { isConfirmed: boolean },
): EmailConfirmationState {
  if (isConfirmed) return 'confirmed';
  return canConfirmEmails(settings) ? 'awaited' : 'unavailable';
}

/**
 * Creates a token for a link that confirms the email of a registration. Older links stay valid, so that a stranger who
 * registers the address repeatedly cannot lock out the mailbox's owner. The hourly limit is that of reset links.
 * @param accountId null without an account: the same statements run and store nothing
 * @param networkKey the key of the network that registers
 * @param registered the data of this registration; omitted for the first one, whose data the account itself holds
 * @returns the token to mail; null when accountId is null or the hourly limit is reached
 */
export async function createConfirmationToken(
  tx: Database,
  accountId: string | null,
  networkKey: string,
  registered?: RegistrationDetails,
): Promise<string | null> {
  const token = createOneTimeToken();
  const mayMail = await mayMailLink(tx, accountId ?? NO_ACCOUNT_ID, 'confirmEmail', networkKey);
  const isAllowed = accountId !== null && mayMail;
  await insertResetToken(tx, {
    accountId: isAllowed ? accountId : NO_ACCOUNT_ID,
    tokenHash: hashOneTimeToken(token),
    purpose: 'confirmEmail',
    networkKey,
    registered,
  });
  return isAllowed ? token : null;
}

/** Mails an active account the link to choose a password, and revokes every older link. */
export async function mailPasswordLink(
  tx: Database,
  settings: Settings,
  to: Recipient,
): Promise<void> {
  const token = createOneTimeToken();
  await revokeLinks(tx, to);
  await insertResetToken(tx, {
    accountId: to.accountId,
    tokenHash: hashOneTimeToken(token),
    purpose: 'setPassword',
  });
  await queueEmail(tx, settings, to, { kind: 'setPassword', token });
}

/** Revokes every link of an account, and withdraws unsent confirmation emails. */
export async function revokeLinks(tx: Database, to: Recipient): Promise<void> {
  await revokeResetTokens(tx, to.accountId);
  await withdrawEmails(tx, to, 'confirmEmail');
}

/** An id that no account has. */
const NO_ACCOUNT_ID = '';
