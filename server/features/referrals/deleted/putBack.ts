import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database';
import { referral } from '../../../db/schema';
import { NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { addEvents } from '../changeReferral';
import { canBeOwner } from '../record/owner';
import { isInScope } from '../visibility';
import { wasDeletedWithin } from './wasDeletedWithin';

/**
 * Puts a deleted referral back as it was: held, if it was held; to do now, if it was open from before the upgrade. An owner who may own none any more is removed. The account created
 * for the person stays deactivated.
 * @param options.days within which it was deleted
 * @param options.note why it is put back; may be empty
 * @throws NotFoundError if no such referral in the caller's scope was deleted within this time
 */
export async function putBackReferral(
  db: Database,
  caller: Caller,
  id: string,
  { days, note }: { days: number; note: string },
): Promise<void> {
  const matches = and(eq(referral.id, id), wasDeletedWithin(sql`${days}::int`), isInScope(caller));
  const [before] = await db.select().from(referral).where(matches).for('no key update');
  if (!before) throw new NotFoundError();
  const owner = before.owner_id;
  const isOwnerLost = owner !== null && !(await canBeOwner(db, owner));
  await db
    .update(referral)
    .set({
      deleted_at: null,
      deleted_by: null,
      delete_reason: null,
      delete_note: null,
      // It was not open at the upgrade, or somebody has decided about it since.
      is_from_before: false,
      ...(isOwnerLost && { owner_id: null }),
      version: sql`${referral.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(eq(referral.id, id));
  const changes = isOwnerLost ? [{ field: 'owner', from: owner, to: null }] : [];
  await addEvents(db, caller, [{ referral_id: id, kind: 'putBack', changes, text: note || null }]);
}
