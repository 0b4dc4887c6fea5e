/** What other features ask of the mail: a letter, queued in the transaction of the change it tells of. */
import type { Database } from '../../db/openDatabase';
import type { Settings } from '../../settings';
import { approvedLetter, resetLetter } from './letters';
import { queueMail } from './repository';

/** @param token as mailed; it is stored only as its hash */
export async function queueResetLetter(
  db: Database,
  settings: Settings,
  recipient: string,
  token: string,
): Promise<void> {
  const link = `${settings.PUBLIC_URL}/reset-password?reset_token=${token}`;
  await queueMail(db, recipient, resetLetter(settings.BRAND_NAME, link));
}

export async function queueApprovedLetter(
  db: Database,
  settings: Settings,
  recipient: string,
): Promise<void> {
  await queueMail(
    db,
    recipient,
    approvedLetter(settings.BRAND_NAME, `${settings.PUBLIC_URL}/login`),
  );
}
