/** The day on which to call back (docs/decisions/0071-contact-attempts.md). */
import { eq, sql } from 'drizzle-orm';
import { dayIn } from '../../../../contract/calendar';
import { addDays } from '../../../../contract/calendarDays';
import type { FollowUp } from '../../../../contract/entities/contact';
import {
  FOLLOW_UP_MAX_DAYS,
  type FollowUpRules,
  lastDayOfStandard,
} from '../../../../contract/nextStep';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { contact_attempt, referral, site, type StoredFollowUp } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { bodyIssue, InvalidFieldsError } from '../../../http/errors';
import type { Caller } from '../../access';
import { addEvents } from '../changeReferral';
import type { ReferralRow } from '../events';
import { requireActing } from '../acting';
import { lockVisible } from './lockVisible';

export const isOpen = ({ status }: Pick<ReferralRow, 'status'>) => OPEN_STATUSES.includes(status);

/** The day to call back, as it is stored on a referral. */
export const storedFollowUp = ({
  follow_up_on,
  follow_up_at,
}: Pick<ReferralRow, 'follow_up_on' | 'follow_up_at'>): StoredFollowUp | null =>
  follow_up_on === null ? null : { on: follow_up_on, at: follow_up_at };

export const toStored = ({ on, at }: FollowUp): StoredFollowUp => ({ on, at: at ?? null });

/** A day to call back as one text, for the history. */
export const asText = (day: StoredFollowUp | null): string | null =>
  day && (day.at === null ? day.on : `${day.on} ${day.at}`);

/**
 * Requires a day from today to 366 days ahead.
 * @param path where the body has it
 * @throws InvalidFieldsError
 */
export function requirePossibleDay(
  on: string,
  { timeZone }: FollowUpRules,
  now: Date,
  path: readonly string[] = ['follow_up'],
): void {
  const today = dayIn(timeZone, now);
  const refuse = (msg: string) =>
    new InvalidFieldsError([{ type: 'value_error', loc: ['body', ...path], msg }]);
  if (on < today) throw refuse('Must not be in the past');
  if (on > addDays(today, FOLLOW_UP_MAX_DAYS)) throw refuse('Must be within 366 days');
}

/** What is set, for referrals that the transaction has locked. */
interface DayToSet {
  readonly row: ReferralRow;
  readonly to: StoredFollowUp | null;
}

/**
 * Requires a reason for days past the standard of people who were never called: nothing else asks anybody to call them until
 * then. Today's never is too late a day: it brings the referral back. What is open from before the upgrade is past every standard
 * already.
 * @throws InvalidFieldsError
 */
export async function requireReason(
  db: Database,
  days: readonly DayToSet[],
  because: string | null | undefined,
  rules: FollowUpRules,
  now: Date,
): Promise<void> {
  if (because) return;
  const today = dayIn(rules.timeZone, now);
  const asked = days.filter(
    ({ row, to }) => to && to.on > today && isOpen(row) && !row.is_from_before,
  );
  if (asked.length === 0) return;
  const facts = await db
    .select({
      id: referral.id,
      responseDays: site.response_days,
      isCalled: sql<boolean>`exists (select 1 from ${contact_attempt}
        where ${contact_attempt.referral_id} = ${referral.id} and ${contact_attempt.struck_at} is null
          and ${contact_attempt.whom} in ('person', 'parent')
          and ${contact_attempt.at} >= coalesce(${referral.reopened_at}, '-infinity'))`,
    })
    .from(referral)
    .innerJoin(site, eq(site.id, referral.site_id))
    .where(
      isAnyOf(
        referral.id,
        asked.map(({ row }) => row.id),
      ),
    );
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const needsOne = asked.some(({ row, to }) => {
    const fact = byId.get(row.id);
    if (!fact || !to || fact.isCalled) return false;
    const last = lastDayOfStandard(
      {
        entryDate: row.entry_date.toISOString(),
        reopenedAt: row.reopened_at?.toISOString() ?? null,
        responseDays: fact.responseDays,
      },
      rules,
    );
    return to.on > last;
  });
  if (needsOne)
    throw new InvalidFieldsError([
      bodyIssue('because', 'Is required for a day past the standard of somebody never called'),
    ]);
}

/**
 * Sets the days to call back of referrals that the transaction has locked, and writes the events. Raises no version. What has
 * its day already is left as it is.
 * @returns the ids of what was changed
 */
export async function storeFollowUps(
  db: Database,
  caller: Caller,
  days: readonly DayToSet[],
  because?: string | null,
): Promise<string[]> {
  const changed = days.filter(({ row, to }) => asText(storedFollowUp(row)) !== asText(to));
  if (changed.length === 0) return [];
  const values = JSON.stringify(changed.map(({ row, to }) => ({ id: row.id, ...to })));
  await db.execute(sql`
    update ${referral} set follow_up_on = day.on, follow_up_at = day.at,
      follow_up_by = case when day.on is not null then ${caller.accountId} end, is_from_before = false
    from json_to_recordset(${values}::json) as day (id text, "on" date, at text)
    where ${referral.id} = day.id`);
  await addEvents(
    db,
    caller,
    changed.map(({ row, to }) => ({
      referral_id: row.id,
      kind: 'followUp' as const,
      changes: [{ field: 'follow_up', from: asText(storedFollowUp(row)), to: asText(to) }],
      ...(because && { text: because }),
    })),
  );
  return changed.map(({ row }) => row.id);
}

/**
 * Sets the day to call back of one referral.
 * @returns the day that it replaces
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held
 * @throws ForbiddenError if the caller may not work on it
 * @throws InvalidFieldsError if the day is impossible, missing for an open referral, or needs a reason
 */
export async function setFollowUp(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  now: Date,
  change: { id: string; followUp: FollowUp | null; because?: string | null | undefined },
): Promise<StoredFollowUp | null> {
  const row = await lockVisible(db, caller, change.id);
  await requireActing(db, caller, [row.id]);
  const to = change.followUp && toStored(change.followUp);
  if (to) requirePossibleDay(to.on, rules, now);
  else if (isOpen(row))
    throw new InvalidFieldsError([bodyIssue('follow_up', 'Can be none with a closed status only')]);
  await requireReason(db, [{ row, to }], change.because, rules, now);
  await storeFollowUps(db, caller, [{ row, to }], change.because);
  return storedFollowUp(row);
}
