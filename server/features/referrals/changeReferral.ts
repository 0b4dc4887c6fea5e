/** Changes of referrals. Each writes its events to the history, in the transaction of the change. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { isAnyOf } from '../../db/statements/parameters';
import { referral, referral_event } from '../../db/schema';
import { NotFoundError, StaleError } from '../../http/errors';
import type { Caller } from '../access';
import { endOverdueConsents } from './consentFacts';
import { requireEnded } from './ending';
import { listEvents, type ReferralChange, type ReferralRow, selectChanged } from './events';
import { requireActing } from './acting';
import { isVisible } from './visibility';
import type { FollowUpRules } from '../../../contract/nextStep';
import { OPEN_STATUSES } from '../../../contract/staffConstants';

/**
 * Changes a referral and adds the events of the change. A change to the stored values does nothing: the version stays the same.
 * The row is locked before its values are read, so that the events of concurrent changes form a chain.
 * @param rules the provider's days, by which consents end before the change
 * @param matches condition: it is this referral, and the caller may change it
 * @param version the expected version; any version if omitted
 * @returns the columns that changed; undefined if none did
 * @throws NotFoundError if no referral matches
 * @throws StaleError if its version differs
 * @throws InvalidFieldsError if the change has a reason why the referral ended, and it has not
 */
export async function changeReferral(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  matches: SQL | undefined,
  change: ReferralChange,
  version?: number,
): Promise<ReferralChange | undefined> {
  const [before] = await db.select().from(referral).where(matches).for('no key update');
  if (!before) throw new NotFoundError();
  if (version !== undefined && before.version !== version) throw new StaleError();
  requireEnded(before, change);
  const changed = selectChanged(before, change);
  if (changed) await changeLocked(db, caller, rules, [before], changed);
  return changed;
}

/**
 * Changes referrals that the transaction has locked, all in the same way, and adds the events of their changes.
 * @param rows the referrals as they are stored; the change differs from each
 * @returns their new versions by id
 */
export async function changeLocked(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  rows: readonly ReferralRow[],
  change: ReferralChange,
): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id);
  // What these change may end a consent, or would bring one back.
  if (change.status !== undefined || change.dob !== undefined)
    await endOverdueConsents(db, rules, ids);
  const changed = await db
    .update(referral)
    .set({
      ...consequencesOf(change),
      ...change,
      version: sql`${referral.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(isAnyOf(referral.id, ids))
    .returning();
  const byId = new Map(changed.map((row) => [row.id, row]));
  const events = rows.flatMap((before) => {
    const after = byId.get(before.id);
    const ofRow = after ? listEvents(before, after) : [];
    return ofRow.map((event) => ({ ...event, referral_id: before.id }));
  });
  await addEvents(db, caller, events);
  return new Map(changed.map(({ id, version }) => [id, version]));
}

const isOpen = sql`${referral.status} in (${sql.join(
  OPEN_STATUSES.map((status) => sql`${status}`),
  sql`, `,
)})`;

/**
 * What else a change sets: an owner, a status or a release takes a referral out of the group from before the upgrade; a closing
 * status removes the day to call back, and what is reopened waits anew.
 */
function consequencesOf({ status, owner_id, hold_reason }: ReferralChange) {
  if (status === undefined) {
    return owner_id === undefined && hold_reason === undefined ? {} : { is_from_before: false };
  }
  if (!OPEN_STATUSES.includes(status)) {
    return { is_from_before: false, follow_up_on: null, follow_up_at: null, follow_up_by: null };
  }
  return {
    is_from_before: false,
    // In milliseconds, as attempts are: one that is saved at once is not before it.
    reopened_at: sql`case when ${isOpen} then ${referral.reopened_at} else date_trunc('milliseconds', clock_timestamp()) end`,
    reached_at: sql`case when ${isOpen} then ${referral.reached_at} end`,
  };
}

/**
 * Adds a note to the history of a referral.
 * @param id the note's own id
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held
 * @throws ForbiddenError if the caller may not work on it
 */
export async function addNote(
  db: Database,
  caller: Caller,
  id: string,
  note: { referralId: string; text: string },
): Promise<void> {
  // Prevents a concurrent deletion. Adding the note changes the row's number of notes, so that a weaker lock would let two notes
  // at once wait for each other.
  const [found] = await db
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.id, note.referralId), isVisible(caller)))
    .for('no key update');
  if (!found) throw new NotFoundError();
  await requireActing(db, caller, [found.id]);
  await addEvents(db, caller, [{ id, referral_id: found.id, kind: 'note', text: note.text }]);
}

/** Adds events to the history of referrals. */
export async function addEvents(
  db: Database,
  { accountId }: Caller,
  events: readonly (typeof referral_event.$inferInsert)[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insert(referral_event)
    .values(events.map((event) => ({ ...event, actor_id: accountId })));
}
