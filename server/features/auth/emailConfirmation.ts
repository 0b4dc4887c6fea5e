/**
 * Proof that the person of an account reads its mailbox. A registration proves nothing: its password never works where mail
 * is delivered. What works is the password that the mailbox's reader chooses at a mailed link (docs/decisions/0023).
 */
import type { EmailProof } from '../../../contract/constants';
import type { Database } from '../../db/openDatabase';
import type { Settings } from '../../settings';
import { type Recipient, queueEmail, withdrawEmails } from '../mail/outbox';
import { RESET_MAILS_PER_HOUR } from './lifetimes';
import { endResets } from './repository';
import { addReset, countRecentResets, type Registered } from './resetRepository';
import { hashResetToken, newResetToken } from './tokens';

/** What decides it. */
type MailSetting = Pick<Settings, 'SMTP_URL'>;

/** Whether a mailbox can be proved: letters become files otherwise. */
export const canConfirmEmails = ({ SMTP_URL }: MailSetting): boolean => SMTP_URL !== undefined;

/** Whether a registration waits for the proof of its mailbox: until then it is treated as if there were no account. */
export function awaitsConfirmation(
  settings: Settings,
  { state, isConfirmed }: { state: string; isConfirmed: boolean },
): boolean {
  return canConfirmEmails(settings) && state === 'pending' && !isConfirmed;
}

/** How it stands about the mailbox of a pending account, for super users. */
export function emailProofOf(
  settings: MailSetting,
  { isConfirmed }: { isConfirmed: boolean },
): EmailProof {
  if (isConfirmed) return 'confirmed';
  return canConfirmEmails(settings) ? 'awaited' : 'unavailable';
}

/**
 * Makes a link that confirms the e-mail of a registration. Older links stay valid, and no more are mailed than reset links:
 * a stranger who registers an address again and again must not keep the mailbox's owner out.
 * @param accountId null for nobody: the same is done and nothing comes of it
 * @param registered what this registration says, unless it is the first one, which the account itself shows
 * @returns the token to be mailed; null when there is no such account, or it was sent enough
 */
export async function addConfirmation(
  tx: Database,
  accountId: string | null,
  registered?: Registered,
): Promise<string | null> {
  const token = newResetToken();
  const recent = await countRecentResets(tx, accountId ?? NOBODY, 'confirmEmail');
  const mayHave = accountId !== null && recent < RESET_MAILS_PER_HOUR;
  await addReset(tx, {
    accountId: mayHave ? accountId : NOBODY,
    tokenHash: hashResetToken(token),
    purpose: 'confirmEmail',
    registered,
  });
  return mayHave ? token : null;
}

/** Mails the link at which the person of an account that was let in chooses the password. Every other link is void. */
export async function mailPasswordLink(
  tx: Database,
  settings: Settings,
  to: Recipient,
): Promise<void> {
  const token = newResetToken();
  await revokeLinks(tx, to);
  await addReset(tx, {
    accountId: to.accountId,
    tokenHash: hashResetToken(token),
    purpose: 'setPassword',
  });
  await queueEmail(tx, settings, to, { kind: 'setPassword', token });
}

/** Makes every mailed link of an account void, also those still to be sent. */
export async function revokeLinks(tx: Database, to: Recipient): Promise<void> {
  await endResets(tx, to.accountId);
  await withdrawEmails(tx, to, 'confirmEmail');
}

/** No account's id. */
const NOBODY = '';
