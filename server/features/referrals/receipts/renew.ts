import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database';
import { receipt, referral } from '../../../db/schema';
import { ConflictError, NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { requireActing } from '../acting';
import { unsubscribeGuest } from '../newsSubscriptions';
import { isVisible } from '../visibility';
import { hashCode, type ReceiptCodes } from './codes';

/**
 * Gives a guest's receipt a new code, which ends the one before, and the emails about news: whoever had that code may have asked for
 * them. Consents and what was said stay as they are.
 * @returns reference and code
 * @throws NotFoundError if the referral is missing, deleted, held or out of the caller's scope
 * @throws ForbiddenError if the caller may not work on it
 * @throws ConflictError if no guest filed it, or one who gave no name by which staff could know them
 */
export async function renewReceipt(
  db: Database,
  caller: Caller,
  codes: ReceiptCodes,
  id: string,
): Promise<{ tracking_id: string; code: string }> {
  const [found] = await db
    .select({ trackingId: referral.tracking_id })
    .from(referral)
    .where(and(eq(referral.id, id), isVisible(caller)));
  if (!found) throw new NotFoundError();
  await requireActing(db, caller, [id]);
  const [row] = await db.select().from(receipt).where(eq(receipt.referral_id, id)).for('update');
  if (!row?.guest_name) throw new ConflictError('Only a guest who gave a name has a new code');
  const serial = row.serial + 1;
  const code = codes(id, serial);
  await db
    .update(receipt)
    .set({ serial, code_hash: hashCode(code) })
    .where(eq(receipt.referral_id, id));
  await unsubscribeGuest(db, id);
  return { tracking_id: found.trackingId, code };
}
