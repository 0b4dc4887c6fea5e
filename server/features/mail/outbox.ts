/** What other features ask of the mail: a letter, queued in the transaction of the change it tells of, so that neither goes without the other. */
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/openDatabase';
import type { Settings } from '../../settings';
import { RESET_TOKEN_LIFE } from '../auth/lifetimes';
import { renderEmail, type EmailEvent } from './emailTemplates';
import { deleteUnsentEmails, insertEmail } from './repository';

export interface Recipient {
  readonly accountId: string;
  /** The e-mail. */
  readonly username: string;
  readonly language: Language | null;
}

/** Seconds after which an unsent letter is given up: it is tried for a day, but a reset link only as long as it is good. */
const EMAIL_LIFE = 24 * 60 * 60;

const NOBODY: Recipient = { accountId: '', username: '', language: null };

/**
 * Puts a letter into the outbox, from where it is sent within seconds, or as soon as the mail server takes it.
 * @param to null for nobody: the same is done and no letter comes of it, so that what is done does not tell who is known
 * @param options.wait seconds for which it stays there first, and can be withdrawn
 */
export async function queueEmail(
  db: Database,
  settings: Settings,
  to: Recipient | null,
  news: EmailEvent,
  { wait = 0 } = {},
): Promise<void> {
  const { PUBLIC_URL: publicUrl, MAIL_FROM, BRAND_COLOR: brandColor } = settings;
  const { accountId, username, language } = to ?? NOBODY;
  // A newer link has made the one before void; not of those that confirm an e-mail.
  if (news.kind === 'resetLink' || news.kind === 'setPassword') {
    await withdrawEmails(db, to, news.kind);
  }
  const letter = {
    ...renderEmail(news, language, { publicUrl, signature: MAIL_FROM.name, brandColor }),
    kind: news.kind,
    account_id: accountId,
    recipient: username,
    wait,
    life: news.kind === 'resetLink' ? RESET_TOKEN_LIFE : EMAIL_LIFE,
  };
  await insertEmail(db, letter, to !== null);
}

/** Takes letters out again that were not sent yet, as what they tell is not so any more. */
export async function withdrawEmails(
  db: Database,
  to: Recipient | null,
  kind: EmailEvent['kind'],
): Promise<void> {
  await deleteUnsentEmails(db, (to ?? NOBODY).accountId, kind);
}
