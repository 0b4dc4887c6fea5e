/** Email outbox: other features queue an email in the transaction of the change it reports, so that both commit or neither. */
import type { Language } from '../../../contract/languages';
import type { Database } from '../../db/database';
import type { Settings } from '../../settings/settings';
import { type EmailEvent, type EmailKind, emailOptions } from './emailKinds';
import { renderEmail } from './emailTemplates';
import { deleteUnsentEmails, insertEmail } from './queuedEmails';

export interface Recipient {
  readonly accountId: string;
  /** The email address. */
  readonly username: string;
  readonly language: Language | null;
}

/** Seconds after which an unsent email is given up, unless its kind has a shorter `life`. */
const EMAIL_LIFE = 24 * 60 * 60;

const NO_RECIPIENT: Recipient = { accountId: '', username: '', language: null };

/**
 * Puts an email into the outbox. It is sent within seconds, or as soon as the mail server accepts it.
 * @param to null without a recipient: the same statements run and queue nothing, so that the response time does not reveal
 *   whether an account exists
 * @param options.life seconds after which it is given up, if not those of its kind
 * @param options.wait seconds before it is sent, at most 60, during which it can be withdrawn. An email that replaces another
 *   is due no later than the replaced one, so that many in a row do not postpone it
 */
export async function queueEmail(
  db: Database,
  settings: Settings,
  to: Recipient | null,
  event: EmailEvent,
  { wait = 0, life }: { wait?: number; life?: number } = {},
): Promise<void> {
  const { PUBLIC_URL: publicUrl, BRAND_NAME: brandName, BRAND_COLOR: brandColor } = settings;
  const { accountId, username, language } = to ?? NO_RECIPIENT;
  const { replacesUnsent, life: usualLife = EMAIL_LIFE } = emailOptions(event.kind);
  const dueIn = replacesUnsent ? await deleteUnsentEmails(db, accountId, event.kind) : Infinity;
  const email = {
    ...renderEmail(event, language, { publicUrl, brandName, brandColor }),
    kind: event.kind,
    account_id: accountId,
    recipient: username,
    wait: Math.min(wait, dueIn),
    life: life ?? usualLife,
  };
  await insertEmail(db, email, to !== null);
}

/** Withdraws the unsent emails of a kind, because their content is outdated. */
export async function withdrawEmails(
  db: Database,
  to: Recipient | null,
  kind: EmailKind,
): Promise<void> {
  await deleteUnsentEmails(db, (to ?? NO_RECIPIENT).accountId, kind);
}
