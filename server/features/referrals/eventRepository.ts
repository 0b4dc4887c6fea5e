/** Changes of referrals. Each writes its events to the history, in the transaction of the change. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { referral, referral_event } from '../../db/schema';
import { NotFoundError, StaleError } from '../../plugins/errors';
import type { Caller } from '../auth/repository';
import { listEvents, type NewEvent, type ReferralChange, selectChanged } from './events';
import { isVisible } from './scopeRepository';

/**
 * Changes a referral and adds the events of the change. Values that are stored already change nothing, not even the version.
 * The row is locked before its values are read, so that the events of concurrent changes form a chain.
 * @param matches the referral, as far as the caller may change it
 * @param version the expected version; any version if omitted
 * @returns whether something changed
 * @throws NotFoundError if no referral matches
 * @throws StaleError if its version differs
 */
export async function changeReferral(
  db: Database,
  caller: Caller,
  matches: SQL | undefined,
  change: ReferralChange,
  version?: number,
): Promise<boolean> {
  const [before] = await db.select().from(referral).where(matches).for('no key update');
  if (!before) throw new NotFoundError();
  if (version !== undefined && before.version !== version) throw new StaleError();
  const changed = selectChanged(before, change);
  if (!changed) return false;
  const [after] = await db
    .update(referral)
    .set({ ...changed, version: sql`${referral.version} + 1`, updated_at: sql`now()` })
    .where(eq(referral.id, before.id))
    .returning();
  await addEvents(db, caller, before.id, after ? listEvents(before, after) : []);
  return true;
}

/**
 * Adds a note to the history of a referral.
 * @param id the note's own id
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held
 */
export async function addNote(
  db: Database,
  caller: Caller,
  id: string,
  note: { referralId: string; text: string },
): Promise<void> {
  // The lock prevents a concurrent deletion.
  const [found] = await db
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.id, note.referralId), isVisible(caller)))
    .for('share');
  if (!found) throw new NotFoundError();
  await addEvents(db, caller, found.id, [{ kind: 'note', text: note.text, id }]);
}

async function addEvents(
  db: Database,
  { accountId }: Caller,
  referralId: string,
  events: readonly (NewEvent & { id?: string })[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insert(referral_event)
    .values(events.map((event) => ({ ...event, referral_id: referralId, actor_id: accountId })));
}
