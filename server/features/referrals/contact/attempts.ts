/** Saving and striking contact attempts (docs/decisions/0071-contact-attempts.md). */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCalls } from '../../../../contract/calls';
import { addBusinessDays } from '../../../../contract/businessDays';
import { dayIn } from '../../../../contract/calendar';
import { startOfDay } from '../../../../contract/calendarDays';
import { counts } from '../../../../contract/contact';
import type { SavedAttempt } from '../../../../contract/entities/contact';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import {
  account,
  contact_attempt,
  referral,
  referral_event,
  type StoredFollowUp,
} from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { bodyIssue, ConflictError, InvalidFieldsError, NotFoundError } from '../../../http/errors';
import { type Caller, withEmailsFor } from '../../access';
import type { ReferralRow } from '../events';
import { isVisible } from '../visibility';
import { requireActing } from '../acting';
import { asText, isOpen, requirePossibleDay, storedFollowUp, toStored } from './followUp';

type NewAttempt = z.output<AllCalls['addContactAttempt']['body']>;
type StoredAttempt = typeof contact_attempt.$inferSelect;

/** Milliseconds. */
const MINUTE = 60_000;
/** How far ahead a client's clock may be. */
const CLOCK_TOLERANCE = 5 * MINUTE;
/** The same attempt by the same person within this time is one. */
const REPEAT_WITHIN = 2 * MINUTE;
/** The author of an attempt can undo it within this time. */
const UNDO_WITHIN = 10_000;
/** Attempts of others within this time are shown to who saves one. */
const AT_ONCE = 10 * MINUTE;

/** The refusal of 'Undo' after somebody else's attempt. */
const FOLLOWED = 'Somebody else has saved an attempt since. Nothing was undone.';

/** The condition that a stored attempt reached the person; equals `isReached` of contract/contact.ts. */
const REACHED = sql`${contact_attempt.whom} = 'person' and ${contact_attempt.outcome} in ('wantsServices', 'notNow', 'declines')`;

/**
 * Saves an attempt on a referral, and on the other open ones of the person that are named.
 * @param row the referral as it is after a change of status in the same save; the transaction has locked it
 * @throws ForbiddenError if the caller may not work on them
 * @throws InvalidFieldsError if the time or the day to call back is impossible
 */
export async function addAttempt(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  now: Date,
  row: ReferralRow,
  attempt: NewAttempt,
): Promise<SavedAttempt> {
  const at = readTime(attempt.at, row, rules, now);
  const locked = await lockOthers(db, caller, row.id, attempt.also ?? []);
  // One that was filed after the call is not what the call was about.
  const others = locked.filter((other) => at >= earliest(other, rules));
  const rows = [row, ...others];
  await requireActing(
    db,
    caller,
    rows.map(({ id }) => id),
  );
  // Never is for a closed status only: the others are open, and keep a day to call back.
  const ofOthers = { ...attempt, follow_up: attempt.follow_up ?? undefined };
  const days = rows.map((each) =>
    readFollowUp(each === row ? attempt : ofOthers, each, rules, now),
  );
  const repeated = await findRepeated(db, caller, row, attempt, now);
  const stored = repeated ?? (await store(db, caller, rows, { attempt, at, days }));
  await setReachedAt(
    db,
    rows.map(({ id }) => id),
  );
  return {
    attempt: toAttempt(stored),
    undo_until: new Date(stored.created_at.getTime() + UNDO_WITHIN).toISOString(),
    follow_up: stored.effect.to,
    others: await findOthers(db, caller, stored),
  };
}

const toAttempt = ({ id, at, channel, whom, outcome }: StoredAttempt) => ({
  id,
  at: at.toISOString(),
  channel,
  whom,
  outcome,
});

/** Locks the other referrals, in the order of their ids, and leaves out those that are not open or out of sight. */
async function lockOthers(db: Database, caller: Caller, id: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(referral)
    .where(and(isAnyOf(referral.id, ids), ne(referral.id, id), isVisible(caller)))
    .orderBy(referral.id)
    .for('no key update');
  return rows.filter(isOpen);
}

/** When an attempt can have been made at the earliest: at the start of the day of entry. */
const earliest = ({ entry_date }: ReferralRow, { timeZone }: FollowUpRules) =>
  startOfDay(timeZone, dayIn(timeZone, entry_date));

/** When an attempt was made: a little in the future counts as now, and the day of entry is the earliest. */
function readTime(
  given: string | null | undefined,
  row: ReferralRow,
  rules: FollowUpRules,
  now: Date,
): Date {
  if (!given) return now;
  const at = new Date(given);
  const ahead = at.getTime() - now.getTime();
  if (ahead > CLOCK_TOLERANCE)
    throw new InvalidFieldsError([bodyIssue('at', 'Must not be in the future')]);
  if (at < earliest(row, rules))
    throw new InvalidFieldsError([bodyIssue('at', 'Must not be before the day of the entry')]);
  return ahead > 0 ? now : at;
}

/**
 * The day to call back that an attempt leaves: the chosen one, or the next business day. Saved with a closing status, only a
 * chosen one; on what is closed already, none only if that is chosen. An attempt that does not count leaves the day as it is.
 */
function readFollowUp(
  attempt: NewAttempt,
  row: ReferralRow,
  rules: FollowUpRules,
  now: Date,
): StoredFollowUp | null {
  if (!counts({ ...attempt, at: '' })) {
    if (!attempt.follow_up) return storedFollowUp(row);
    throw new InvalidFieldsError([
      bodyIssue('follow_up', 'Is set by attempts to the person or a parent only'),
    ]);
  }
  if (attempt.follow_up) {
    requirePossibleDay(attempt.follow_up.on, rules, now);
    return toStored(attempt.follow_up);
  }
  const isClosed = !isOpen(row);
  if (isClosed && (attempt.status != null || attempt.follow_up === null)) return null;
  if (attempt.follow_up === null)
    throw new InvalidFieldsError([bodyIssue('follow_up', 'Can be none with a closed status only')]);
  return { on: addBusinessDays(dayIn(rules.timeZone, now), 1, rules.holidays), at: null };
}

/** Finds the same attempt by the same person on the same number, saved just before. */
async function findRepeated(
  db: Database,
  caller: Caller,
  row: ReferralRow,
  { channel, whom, outcome }: NewAttempt,
  now: Date,
) {
  const [found] = await db
    .select()
    .from(contact_attempt)
    .where(
      and(
        eq(contact_attempt.referral_id, row.id),
        eq(contact_attempt.actor_id, caller.accountId),
        eq(contact_attempt.channel, channel),
        eq(contact_attempt.whom, whom),
        eq(contact_attempt.outcome, outcome),
        eq(contact_attempt.number_digits, row.contact_digits),
        isNull(contact_attempt.struck_at),
        gt(contact_attempt.created_at, new Date(now.getTime() - REPEAT_WITHIN)),
      ),
    )
    .orderBy(desc(contact_attempt.created_at))
    .limit(1);
  return found;
}

/** Stores an attempt on each referral, and its day to call back. Returns that of the first. */
async function store(
  db: Database,
  caller: Caller,
  rows: readonly ReferralRow[],
  {
    attempt,
    at,
    days,
  }: { attempt: NewAttempt; at: Date; days: readonly (StoredFollowUp | null)[] },
): Promise<StoredAttempt> {
  const batchId = randomUUID();
  const setsDay = counts({ ...attempt, at: '' });
  const stored = await db
    .insert(contact_attempt)
    .values(
      rows.map((row, index) => ({
        id: randomUUID(),
        referral_id: row.id,
        batch_id: batchId,
        at,
        actor_id: caller.accountId,
        channel: attempt.channel,
        whom: attempt.whom,
        outcome: attempt.outcome,
        note: attempt.note || null,
        number_digits: row.contact_digits,
        effect: {
          from: storedFollowUp(row),
          by: row.follow_up_by,
          to: days[index] ?? null,
          wasFromBefore: row.is_from_before,
        },
      })),
    )
    .returning();
  for (const [index, { id }] of setsDay ? rows.entries() : []) {
    const to = days[index];
    await db
      .update(referral)
      .set({
        follow_up_on: to?.on ?? null,
        follow_up_at: to?.at ?? null,
        follow_up_by: to ? caller.accountId : null,
        is_from_before: false,
      })
      .where(eq(referral.id, id));
  }
  const [first] = stored;
  if (!first) throw new Error('No attempt was stored');
  return first;
}

/** Recomputes when the people of these referrals were last reached. */
async function setReachedAt(db: Database, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${referral} set reached_at = found.reached_at
    from (
      select r.id, (
        select max(${contact_attempt.at}) from ${contact_attempt}
        where ${contact_attempt.referral_id} = r.id and ${contact_attempt.struck_at} is null and ${REACHED}
          and ${contact_attempt.at} >= coalesce(r.reopened_at, '-infinity')) as reached_at
      from ${referral} r where ${isAnyOf(sql`r.id`, ids)}
    ) found
    where ${referral.id} = found.id and ${referral.reached_at} is distinct from found.reached_at`);
}

/** Finds the attempts that others saved at the same time. */
async function findOthers(
  db: Database,
  caller: Caller,
  { referral_id, created_at }: StoredAttempt,
) {
  const rows = await db
    .select({
      attempt: contact_attempt,
      actor: { id: account.id, fullname: account.fullname, username: account.username },
    })
    .from(contact_attempt)
    .innerJoin(account, eq(account.id, contact_attempt.actor_id))
    .where(
      and(
        eq(contact_attempt.referral_id, referral_id),
        ne(contact_attempt.actor_id, caller.accountId),
        isNull(contact_attempt.struck_at),
        gt(contact_attempt.created_at, new Date(created_at.getTime() - AT_ONCE)),
      ),
    )
    .orderBy(desc(contact_attempt.created_at));
  return rows.map(({ attempt, actor }) => ({
    ...toAttempt(attempt),
    actor: withEmailsFor(caller, [actor])[0] ?? null,
  }));
}

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
    .select({ batchId: contact_attempt.batch_id, referralId: contact_attempt.referral_id })
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
    );
  const [first] = attempts;
  if (!first) return ids;
  const isUndo = !reason && first.actor_id === caller.accountId && isFresh(first, now);
  if (!isUndo && !reason)
    throw new InvalidFieldsError([bodyIssue('reason', 'Is required, as it was saved a while ago')]);
  if (isUndo && (await isFollowed(db, first, ids))) throw new ConflictError(FOLLOWED);
  await db
    .update(contact_attempt)
    .set({ struck_at: now, struck_by: caller.accountId, strike_reason: reason || null })
    .where(
      isAnyOf(
        sql`${contact_attempt.id}::text`,
        attempts.map((attempt) => attempt.id),
      ),
    );
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
 * Restores the days to call back that undone attempts replaced, unless others have been set since, also the same one. What had a
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
    if (asText(storedFollowUp(row)) !== asText(to)) continue;
    const since = await findSince(db, attempt);
    if (since.some((kind) => kind === 'attempt' || kind === 'followUp')) continue;
    await db
      .update(referral)
      .set({
        follow_up_on: from?.on ?? null,
        follow_up_at: from?.at ?? null,
        follow_up_by: by,
        is_from_before: wasFromBefore && since.length === 0,
      })
      .where(eq(referral.id, row.id));
  }
}

/** Finds what has been set on a referral since an attempt: a day to call back, by another attempt too, a status or an owner. */
async function findSince(
  db: Database,
  { referral_id, created_at }: StoredAttempt,
): Promise<string[]> {
  const events = await db
    .select({ kind: referral_event.kind })
    .from(referral_event)
    .where(
      and(
        eq(referral_event.referral_id, referral_id),
        gt(referral_event.at, created_at),
        inArray(referral_event.kind, ['followUp', 'status', 'owner']),
      ),
    );
  const attempts = await db
    .select()
    .from(contact_attempt)
    .where(
      and(
        eq(contact_attempt.referral_id, referral_id),
        gt(contact_attempt.created_at, created_at),
        isNull(contact_attempt.struck_at),
      ),
    );
  const setDay = attempts.filter((later) => counts({ ...later, at: '' }));
  return [...events.map(({ kind }) => kind), ...setDay.map(() => 'attempt')];
}
