/** What other features ask of the mail: a letter, queued in the transaction of the change it tells of, so that neither goes without the other. */
import type { Language } from '../../../contract/constants';
import type { Database } from '../../db/openDatabase';
import type { Settings } from '../../settings';
import { RESET_TOKEN_LIFE } from '../auth/limits';
import { composeLetter, type News } from './letters';
import { dropLetters, storeLetter } from './repository';

export interface Addressee {
  readonly accountId: string;
  /** The e-mail. */
  readonly username: string;
  readonly language: Language | null;
}

/** Seconds after which an unsent letter is given up: it is tried for a day, but a reset link only as long as it is good. */
const LETTER_LIFE = 24 * 60 * 60;

/** Puts a letter into the outbox, from where it is sent within seconds, or as soon as the mail server takes it. */
export async function queueLetter(
  db: Database,
  settings: Settings,
  to: Addressee,
  news: News,
): Promise<void> {
  const { PUBLIC_URL: publicUrl, MAIL_FROM } = settings;
  // A newer link has made the one before void.
  if (news.kind === 'resetLink') await dropLetters(db, to.accountId, 'resetLink');
  await storeLetter(db, {
    ...composeLetter(news, to.language, { publicUrl, signature: MAIL_FROM.name }),
    kind: news.kind,
    account_id: to.accountId,
    recipient: to.username,
    life: news.kind === 'resetLink' ? RESET_TOKEN_LIFE : LETTER_LIFE,
  });
}
