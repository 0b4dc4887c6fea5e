/** Saving contact attempts (docs/decisions/0071-contact-attempts.md). */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, gte, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCalls } from '../../../../contract/calls';
import { addBusinessDays } from '../../../../contract/businessDays';
import { dayIn } from '../../../../contract/calendar';
import { startOfDay } from '../../../../contract/calendarDays';
import { counts, UNDO_WITHIN } from '../../../../contract/contact';
import type { SavedAttempt } from '../../../../contract/entities/contact';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import { account, contact_attempt, referral, type StoredFollowUp } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { bodyIssue, InvalidFieldsError } from '../../../http/errors';
import { type Caller, withEmailsFor } from '../../access';
import type { ReferralRow } from '../events';
import { isVisible } from '../visibility';
import { requireActing } from '../acting';
import {
  asText,
  isOpen,
  requirePossibleDay,
  storedFollowUp,
  storeFollowUps,
  toStored,
} from './followUp';

type NewAttempt = z.output<AllCalls['addContactAttempt']['body']>;
export type StoredAttempt = typeof contact_attempt.$inferSelect;

/** Milliseconds. */
const MINUTE = 60_000;
/** How far ahead a client's clock may be. */
const CLOCK_TOLERANCE = 5 * MINUTE;
/** The same attempt by the same person within this time is one. */
const REPEAT_WITHIN = 2 * MINUTE;
/** Attempts of others within this time are shown to who saves one. */
const AT_ONCE = 10 * MINUTE;

/** The condition that a stored attempt reached the person; equals `isReached` of contract/contact.ts. */
const REACHED = sql`${contact_attempt.whom} = 'person' and ${contact_attempt.outcome} in ('wantsServices', 'notNow', 'declines')`;

/** Condition: the attempt is one of these. */
export const isOneOf = (attempts: readonly StoredAttempt[]) =>
  isAnyOf(
    sql`${contact_attempt.id}::text`,
    attempts.map(({ id }) => id),
  );

/**
 * Saves an attempt on a referral, and on the other open ones of the person that are named. Where it repeats one, that one stays,
 * with the note and the day that the repeat adds.
 * @param row the referral as it is after a change of status in the same save; the transaction has locked it
 * @param before the referral as it was before that
 * @returns the answer, and the ids of the referrals on which something was stored
 * @throws ForbiddenError if the caller may not work on them
 * @throws InvalidFieldsError if the time or the day to call back is impossible
 */
export async function addAttempt(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  now: Date,
  { row, before }: { row: ReferralRow; before: ReferralRow },
  attempt: NewAttempt,
): Promise<{ saved: SavedAttempt; changedIds: string[] }> {
  const at = readTime(attempt.at, row, rules, now);
  const locked = await lockOthers(db, caller, row.id, attempt.also ?? []);
  // One that was filed after the call is not what the call was about.
  const others = locked.filter((other) => at >= earliest(other, rules));
  const rows = [row, ...others];
  const ids = rows.map(({ id }) => id);
  await requireActing(db, caller, ids);
  const repeated = await findRepeated(db, caller, ids, attempt, at);
  const entries = rows.map((each) => {
    // Never is for a closed status only: the others are open, and keep a day to call back.
    const follow_up = each === row ? attempt.follow_up : (attempt.follow_up ?? undefined);
    const day = readFollowUp({ ...attempt, follow_up }, each, rules, now);
    const made = repeated.get(each.id);
    // A repeat sets a chosen day only.
    const to = made && follow_up === undefined ? storedFollowUp(each) : day;
    return { row: each, before: each === row ? before : each, made, to };
  });
  const added = await store(db, caller, entries, { attempt, at });
  const noted = await addMissingNote(db, [...repeated.values()], attempt.note);
  const dated = await storeFollowUps(
    db,
    caller,
    entries.filter(({ made }) => made),
  );
  await setReachedAt(db, ids);
  const stored = repeated.get(row.id) ?? added.find(({ referral_id }) => referral_id === row.id);
  if (!stored) throw new Error('No attempt was stored');
  return {
    saved: {
      attempt: toAttempt(stored),
      undo_until: new Date(stored.created_at.getTime() + UNDO_WITHIN).toISOString(),
      follow_up: entries[0]?.to ?? null,
      replaced: await findReplaced(db, caller, entries, dayIn(rules.timeZone, now)),
      others: await findOthers(db, caller, ids, now),
    },
    changedIds: [...new Set([...added.map(({ referral_id }) => referral_id), ...noted, ...dated])],
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

/**
 * Finds the attempts, by the ids of their referrals, of which this one is a repeat: the same by the same person on the same
 * number, made at about the same time. Another note makes another attempt; a note that one has not yet is added to it.
 */
async function findRepeated(
  db: Database,
  caller: Caller,
  ids: readonly string[],
  { channel, whom, outcome, note }: NewAttempt,
  at: Date,
): Promise<Map<string, StoredAttempt>> {
  const found = await db
    .select({ attempt: contact_attempt })
    .from(contact_attempt)
    .innerJoin(referral, eq(referral.id, contact_attempt.referral_id))
    .where(
      and(
        isAnyOf(contact_attempt.referral_id, ids),
        eq(contact_attempt.actor_id, caller.accountId),
        eq(contact_attempt.channel, channel),
        eq(contact_attempt.whom, whom),
        eq(contact_attempt.outcome, outcome),
        eq(contact_attempt.number_digits, referral.contact_digits),
        isNull(contact_attempt.struck_at),
        gte(contact_attempt.at, new Date(at.getTime() - REPEAT_WITHIN)),
        lte(contact_attempt.at, new Date(at.getTime() + REPEAT_WITHIN)),
        note ? or(isNull(contact_attempt.note), eq(contact_attempt.note, note)) : undefined,
      ),
    )
    // The last of a referral counts: the newest, of those with a note if one has it.
    .orderBy(sql`${contact_attempt.note} is not null`, contact_attempt.created_at);
  return new Map(found.map(({ attempt }) => [attempt.referral_id, attempt]));
}

/** Adds a note to attempts that have none. Returns the ids of their referrals. */
async function addMissingNote(
  db: Database,
  attempts: readonly StoredAttempt[],
  note: string | null | undefined,
): Promise<string[]> {
  const without = attempts.filter((attempt) => attempt.note === null);
  if (!note || without.length === 0) return [];
  await db.update(contact_attempt).set({ note }).where(isOneOf(without));
  return without.map(({ referral_id }) => referral_id);
}

/** What is saved for a referral. */
interface Entry {
  readonly row: ReferralRow;
  /** The referral before a change of status in the same save. */
  readonly before: ReferralRow;
  /** The attempt that this one repeats. */
  readonly made: StoredAttempt | undefined;
  /** The day to call back that it leaves. */
  readonly to: StoredFollowUp | null;
}

/** Stores an attempt on each referral that has it not yet, and its day to call back. */
async function store(
  db: Database,
  caller: Caller,
  entries: readonly Entry[],
  { attempt, at }: { attempt: NewAttempt; at: Date },
): Promise<StoredAttempt[]> {
  const missing = entries.filter(({ made }) => !made);
  if (missing.length === 0) return [];
  const batchId = entries[0]?.made?.batch_id ?? randomUUID();
  const stored = await db
    .insert(contact_attempt)
    .values(
      missing.map(({ row, to }) => ({
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
          to,
          wasFromBefore: row.is_from_before,
        },
      })),
    )
    .returning();
  for (const { row, to } of counts({ ...attempt, at: '' }) ? missing : []) {
    await db
      .update(referral)
      .set({
        follow_up_on: to?.on ?? null,
        follow_up_at: to?.at ?? null,
        follow_up_by: to ? caller.accountId : null,
        is_from_before: false,
      })
      .where(eq(referral.id, row.id));
  }
  return stored;
}

/** Recomputes when the people of these referrals were last reached. */
export async function setReachedAt(db: Database, ids: readonly string[]): Promise<void> {
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

/** Finds a day of somebody else that was not over, and that another one or none has replaced: of the first referral if it had one. */
async function findReplaced(
  db: Database,
  caller: Caller,
  entries: readonly Entry[],
  today: string,
): Promise<SavedAttempt['replaced']> {
  const found = entries.find(
    ({ before, to }) =>
      before.follow_up_by !== null &&
      before.follow_up_by !== caller.accountId &&
      before.follow_up_on !== null &&
      before.follow_up_on >= today &&
      asText(storedFollowUp(before)) !== asText(to),
  );
  const day = found && storedFollowUp(found.before);
  if (!day) return null;
  const [setter] = await db
    .select({ fullname: account.fullname })
    .from(account)
    .where(eq(account.id, found.before.follow_up_by ?? ''));
  return { ...day, by: setter?.fullname ?? null };
}

/** Finds the attempts that others saved at the same time, each once that one tap saved on several of the referrals. */
async function findOthers(db: Database, caller: Caller, ids: readonly string[], now: Date) {
  const rows = await db
    .select({
      attempt: contact_attempt,
      actor: { id: account.id, fullname: account.fullname, username: account.username },
    })
    .from(contact_attempt)
    .innerJoin(account, eq(account.id, contact_attempt.actor_id))
    .where(
      and(
        isAnyOf(contact_attempt.referral_id, ids),
        ne(contact_attempt.actor_id, caller.accountId),
        isNull(contact_attempt.struck_at),
        gt(contact_attempt.created_at, new Date(now.getTime() - AT_ONCE)),
      ),
    )
    .orderBy(desc(contact_attempt.created_at));
  const byTap = new Map(rows.map((row) => [row.attempt.batch_id, row]));
  return Array.from(byTap.values(), ({ attempt, actor }) => ({
    ...toAttempt(attempt),
    actor: withEmailsFor(caller, [actor])[0] ?? null,
  }));
}
