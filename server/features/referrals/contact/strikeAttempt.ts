/** Striking contact attempts: 'Undo', and 'Entered by mistake' (docs/decisions/0071-contact-attempts.md). */
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { counts, UNDO_WITHIN } from '../../../../contract/contact';
import type { ReferralStatus } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { contact_attempt, referral, referral_event } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { bodyIssue, ConflictError, InvalidFieldsError, NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { requireActing } from '../acting';
import type { ReferralRow } from '../events';
import { isVisible } from '../visibility';
import { isOneOf, setReachedAt, type StoredAttempt } from './addAttempt';
import { asText, isOpen, storedFollowUp } from './followUp';

/** The refusal of 'Undo' after somebody else's attempt. */
const FOLLOWED = 'Somebody else has saved an attempt since. Nothing was undone.';

/**
 * Strikes an attempt, and those that the same tap saved on other referrals of the person. Its author can undo it within ten
 * seconds, which restores the day to call back; later, or for another's, a reason is required, and the day is left as it is.
 * @returns the ids of the referrals
 * @throws NotFoundError if it is missing, or the caller may not see its referral
 * @throws ConflictError if somebody else has saved an attempt since
 * @throws InvalidFieldsError if the reason is missing
 */
export async function strikeAttempt(
  db: Database,
  caller: Caller,
  now: Date,
  { id, reason }: { id: string; reason?: string | null | undefined },
): Promise<string[]> {
  const [found] = await db
    .select({
      id: contact_attempt.id,
      batchId: contact_attempt.batch_id,
      referralId: contact_attempt.referral_id,
    })
    .from(contact_attempt)
    .innerJoin(referral, eq(referral.id, contact_attempt.referral_id))
    .where(and(sql`${contact_attempt.id}::text = ${id}`, isVisible(caller)));
  if (!found) throw new NotFoundError();
  const isOfBatch = eq(contact_attempt.batch_id, found.batchId);
  const rows = await db
    .select()
    .from(referral)
    .where(
      and(
        sql`${referral.id} in (select ${contact_attempt.referral_id} from ${contact_attempt} where ${isOfBatch})`,
        isVisible(caller),
      ),
    )
    .orderBy(referral.id)
    .for('no key update');
  const ids = rows.map((row) => row.id);
  await requireActing(db, caller, ids);
  const attempts = await db
    .select()
    .from(contact_attempt)
    .where(
      and(isOfBatch, isAnyOf(contact_attempt.referral_id, ids), isNull(contact_attempt.struck_at)),
    )
    .orderBy(contact_attempt.created_at);
  // A repeat may have added others to the same tap later.
  const first = attempts.find((attempt) => attempt.id === found.id) ?? attempts[0];
  if (!first) return ids;
  const isUndo = !reason && first.actor_id === caller.accountId && isFresh(first, now);
  if (!isUndo && !reason)
    throw new InvalidFieldsError([bodyIssue('reason', 'Is required, as it was saved a while ago')]);
  if (isUndo && (await isFollowed(db, first, ids))) throw new ConflictError(FOLLOWED);
  await db
    .update(contact_attempt)
    .set({ struck_at: now, struck_by: caller.accountId, strike_reason: reason || null })
    .where(isOneOf(attempts));
  if (isUndo) await restoreDays(db, rows, attempts);
  await setReachedAt(db, ids);
  return [found.referralId, ...ids.filter((other) => other !== found.referralId)];
}

const isFresh = ({ created_at }: StoredAttempt, now: Date) =>
  now.getTime() - created_at.getTime() <= UNDO_WITHIN;

/** Whether somebody else has saved an attempt on one of the referrals since. */
async function isFollowed(db: Database, first: StoredAttempt, ids: readonly string[]) {
  const later = await db.$count(
    contact_attempt,
    and(
      isAnyOf(contact_attempt.referral_id, ids),
      ne(contact_attempt.actor_id, first.actor_id),
      isNull(contact_attempt.struck_at),
      gt(contact_attempt.created_at, first.created_at),
    ),
  );
  return later > 0;
}

/**
 * Restores the days to call back that undone attempts replaced, also where their author has chosen another since. What somebody
 * else or another attempt has set since stays, also the same day, and what was closed since stays as it was closed. What had a
 * status or an owner set since is no longer from before the upgrade.
 */
async function restoreDays(
  db: Database,
  rows: readonly ReferralRow[],
  attempts: readonly StoredAttempt[],
): Promise<void> {
  for (const row of rows) {
    const attempt = attempts.find(({ referral_id }) => referral_id === row.id);
    if (!attempt) continue;
    const { from, by, to, wasFromBefore } = attempt.effect;
    const { isSettled, hasChosen, isTouched } = await findSince(db, attempt);
    if (isSettled || (!hasChosen && asText(storedFollowUp(row)) !== asText(to))) continue;
    await db
      .update(referral)
      .set({
        follow_up_on: from?.on ?? null,
        follow_up_at: from?.at ?? null,
        follow_up_by: by,
        is_from_before: wasFromBefore && !isTouched,
      })
      .where(eq(referral.id, row.id));
  }
}

/** Finds what has happened to the day to call back of a referral since an attempt. */
async function findSince(db: Database, { referral_id, created_at, actor_id }: StoredAttempt) {
  const events = await db
    .select()
    .from(referral_event)
    .where(
      and(
        eq(referral_event.referral_id, referral_id),
        gt(referral_event.at, created_at),
        inArray(referral_event.kind, ['followUp', 'status', 'owner']),
      ),
    );
  const later = await db
    .select()
    .from(contact_attempt)
    .where(
      and(
        eq(contact_attempt.referral_id, referral_id),
        gt(contact_attempt.created_at, created_at),
        isNull(contact_attempt.struck_at),
      ),
    );
  const days = events.filter(({ kind }) => kind === 'followUp');
  return {
    /** Whether another attempt or somebody else has set the day, or a closing status removed it. */
    isSettled:
      later.some((attempt) => counts({ ...attempt, at: '' })) ||
      days.some((event) => event.actor_id !== actor_id) ||
      events.some(isClosing),
    /** Whether the author of the attempt has chosen another day. */
    hasChosen: days.length > 0,
    /** Whether a status or an owner was set. */
    isTouched: events.length > days.length,
  };
}

const isClosing = ({ changes }: Pick<typeof referral_event.$inferSelect, 'changes'>) =>
  changes.some(({ field, to }) => field === 'status' && !isOpen({ status: to as ReferralStatus }));
