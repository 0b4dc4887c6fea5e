/**
 * What is to be done today: the function of contract/nextStep.ts, asked of every referral that it may call due
 * (docs/decisions/0076-to-do-today.md). An index has these: the open ones without a day to call back, and those whose day has
 * come.
 */
import { and, eq, gt, isNull, lte, min, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { businessDaysSince } from '../../../../contract/businessDays';
import { dayIn } from '../../../../contract/calendar';
import type { TodayView } from '../../../../contract/entities/contact';
import {
  type ContactFacts,
  DUE_REASONS,
  type DueReason,
  type FollowUpRules,
  nextStepOf,
} from '../../../../contract/nextStep';
import { can } from '../../../../contract/permissions';
import { SAME_PERSON_LIMITS } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import {
  account,
  comparedName,
  contact_attempt,
  not_same_person,
  OPEN,
  referral,
  site,
} from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import type { Caller } from '../../access';
import { mayActOn } from '../acting';
import { isOfSamePerson } from '../duplicates/agreement';
import { canOwn } from '../ownership';
import { isLive, isVisible } from '../visibility';

/** A referral that is due. */
export interface Due {
  readonly id: string;
  readonly reason: DueReason;
  /** A day. */
  readonly since: string;
  readonly ownerId: string | null;
  readonly hasOwnerLeft: boolean;
  /** What orders the calls of a day: the hour if one is wanted, and the entry. */
  readonly followUpAt: string | null;
  readonly entryDate: string;
  readonly dob: string;
}

/** A row of the list: a referral that is due, and the others of the same person that are due as well. */
export interface DueRow extends Due {
  readonly folded: readonly Due[];
}

const rowSchema = z.object({
  id: z.string(),
  status: z.string(),
  entryDate: z.string(),
  reopenedAt: z.string().nullable(),
  followUpOn: z.string().nullable(),
  followUpAt: z.string().nullable(),
  isFromBefore: z.boolean(),
  ownerId: z.string().nullable(),
  hasOwnerLeft: z.boolean(),
  responseDays: z.number().nullable(),
  dob: z.string(),
  attempts: z.array(z.object({ at: z.string(), whom: z.string(), outcome: z.string() })),
});

const isOpen = sql`${referral.status} in (${OPEN})`;
/** The condition of the indexes 'referral_to_do'. */
const isToDo = sql`${isLive} and not ${referral.is_from_before} and (${isOpen} or ${referral.follow_up_on} is not null)`;
/** The condition of the index 'referral_from_before'. */
const isFromBefore = sql`${isLive} and ${isOpen} and ${referral.is_from_before}`;

const hasOwnerLeft = sql<boolean>`(${referral.owner_id} is not null and not exists (
  select 1 from ${account} where ${account.id} = ${referral.owner_id} and ${canOwn(account)}))`;

const utc = (moment: unknown) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const FACTS = sql`
  ${referral.id} as id, ${referral.status} as status, ${utc(referral.entry_date)} as "entryDate",
  ${utc(referral.reopened_at)} as "reopenedAt", ${referral.follow_up_on}::text as "followUpOn",
  ${referral.follow_up_at} as "followUpAt", ${referral.is_from_before} as "isFromBefore",
  ${referral.owner_id} as "ownerId", ${hasOwnerLeft} as "hasOwnerLeft", ${site.response_days} as "responseDays",
  ${referral.dob}::text as dob, (
    select coalesce(json_agg(json_build_object('at', ${utc(contact_attempt.at)}, 'whom', ${contact_attempt.whom},
      'outcome', ${contact_attempt.outcome}) order by ${contact_attempt.at}, ${contact_attempt.created_at}), '[]')
    from ${contact_attempt}
    where ${contact_attempt.referral_id} = ${referral.id} and ${contact_attempt.struck_at} is null) as attempts`;

const readFacts = async (db: Database, where: unknown, rest = sql``) => {
  const { rows } = (await db.execute(sql`
    select ${FACTS} from ${referral} join ${site} on ${site.id} = ${referral.site_id} where ${where} ${rest}`)) as {
    rows: unknown[];
  };
  return z.array(rowSchema).parse(rows);
};

const toFacts = (row: z.output<typeof rowSchema>): ContactFacts => ({ ...row, isHidden: false });

/** What a caller may see and work on. */
const isInReach = (caller: Caller) => and(isVisible(caller), mayActOn(caller));

/** Finds the referrals that are due in a view, in the order of the tab; without those from before the upgrade. */
export async function findDue(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  now: Date,
  view: TodayView,
): Promise<DueRow[]> {
  const today = dayIn(rules.timeZone, now);
  const isCandidate = or(isNull(referral.follow_up_on), lte(referral.follow_up_on, today));
  const rows = await readFacts(db, and(isToDo, isCandidate, isInReach(caller)));
  const due = rows.flatMap((row): Due[] => {
    const step = nextStepOf(toFacts(row), rules, now);
    return step.kind === 'due' ? [{ ...row, reason: step.reason, since: step.since }] : [];
  });
  const inView = due.filter((one) => view === 'everyone' || isMine(one, caller, rules, today));
  return fold(db, inView.toSorted(compareDue));
}

/**
 * Whether a referral is in the view of what is the caller's own or nobody's. What a colleague leaves due for more than one
 * business day is in that of every super user, too.
 */
function isMine(
  { ownerId, hasOwnerLeft: isLeft, since }: Due,
  caller: Caller,
  { holidays }: FollowUpRules,
  today: string,
): boolean {
  if (ownerId === null || isLeft || ownerId === caller.accountId) return true;
  return can(caller.role, 'referral.stepIn') && businessDaysSince(since, today, holidays) > 1;
}

const rankOf = ({ reason }: Due) => DUE_REASONS.indexOf(reason);
const compareText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The most pressing reason first, then what is due longest, then by the hour wanted and the entry. */
const compareDue = (one: Due, other: Due): number =>
  rankOf(one) - rankOf(other) ||
  compareText(one.since, other.since) ||
  compareText(one.followUpAt ?? '', other.followUpAt ?? '') ||
  compareText(one.entryDate, other.entryDate) ||
  compareText(one.id, other.id);

/**
 * Folds referrals of the same name and birth date into the row of the first, unless somebody has said that the two are not of
 * the same person.
 */
async function fold(db: Database, due: readonly Due[]): Promise<DueRow[]> {
  const perDob = groupBy(due, ({ dob }) => dob);
  const shared = [...perDob.values()].filter((same) => same.length > 1).flat();
  const ids = shared.map(({ id }) => id);
  const [names, areDifferent] = await Promise.all([readNames(db, ids), readDifferent(db, ids)]);
  const rows: (Due & { folded: Due[] })[] = [];
  const byPerson = new Map<string, (Due & { folded: Due[] })[]>();
  for (const one of due) {
    const name = names.get(one.id);
    const key = name === undefined ? one.id : `${one.dob} ${name}`;
    const sameName = byPerson.get(key) ?? [];
    const row = sameName.find(({ id }) => !areDifferent(id, one.id));
    if (row) {
      row.folded.push(one);
    } else {
      const added = { ...one, folded: [] };
      rows.push(added);
      byPerson.set(key, [...sameName, added]);
    }
  }
  return rows;
}

/** Reads which pairs of these referrals somebody has marked as not of the same person. */
async function readDifferent(db: Database, ids: readonly string[]) {
  const pairs =
    ids.length === 0
      ? []
      : await db
          .select({ one: not_same_person.first_id, other: not_same_person.second_id })
          .from(not_same_person)
          .where(
            and(isAnyOf(not_same_person.first_id, ids), isAnyOf(not_same_person.second_id, ids)),
          );
  const marked = new Set(pairs.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]));
  return (one: string, other: string) => marked.has(`${one} ${other}`);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The names of referrals as possible duplicates are compared by them (decision 42). */
async function readNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: referral.id,
      name: sql<string>`${comparedName(referral.first_name, referral.last_name)}`,
    })
    .from(referral)
    .where(isAnyOf(referral.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether a referral is in a view, apart from what colleagues leave due. */
const isInView = (caller: Caller, view: TodayView) =>
  view === 'everyone'
    ? undefined
    : or(isNull(referral.owner_id), eq(referral.owner_id, caller.accountId), hasOwnerLeft);

/** How many other referrals of a person are named in its row: the newest, those that rest first. */
const OTHERS_SHOWN = 5;

const othersSchema = z.object({ rows: z.array(z.object({ row: z.string(), id: z.string() })) });

/**
 * Finds the other referrals of the people of rows that are in the view and not due by themselves: those that rest until a later day,
 * those that are closed, and those that are open from before the upgrade.
 * @returns ids by the id of the row
 */
export async function findNotDue(
  db: Database,
  caller: Caller,
  { timeZone }: FollowUpRules,
  now: Date,
  { view, ids }: { view: TodayView; ids: readonly string[] },
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const today = dayIn(timeZone, now);
  const isNotDue = sql`(${referral.follow_up_on} > ${today} or (${referral.follow_up_on} is null and not ${isOpen}) or (${isOpen} and ${referral.is_from_before}))`;
  const isWanted = and(isOfSamePerson, isInReach(caller), isInView(caller, view), isNotDue);
  // Materialized: the planner would otherwise scan the table in the order of the result until it has found enough.
  const { rows } = othersSchema.parse(
    await db.execute(sql`
      select mine.id as row, other.id
      from (select * from ${referral} where ${isAnyOf(referral.id, ids)}) mine cross join lateral (
        with matching as materialized (
          select ${referral.id}, ${referral.entry_date}, ${referral.follow_up_on} is not null as rests
          from ${referral} where ${isWanted} limit ${SAME_PERSON_LIMITS.sorted}
        )
        select * from matching order by rests desc, entry_date desc, id desc limit ${OTHERS_SHOWN}
      ) other
      order by other.rests desc, other.entry_date desc, other.id desc`),
  );
  return new Map(
    [...groupBy(rows, ({ row }) => row)].map(([row, others]) => [row, others.map(({ id }) => id)]),
  );
}

/** Which referrals from before the upgrade are in a view. */
const isFromBeforeIn = (caller: Caller, view: TodayView) =>
  and(isFromBefore, isInReach(caller), isInView(caller, view));

/** Finds the first later day on which a referral of a view comes back. */
export async function findNextDay(
  db: Database,
  caller: Caller,
  { timeZone }: FollowUpRules,
  now: Date,
  view: TodayView,
): Promise<string | null> {
  const isLater = gt(referral.follow_up_on, dayIn(timeZone, now));
  const [row] = await db
    .select({ day: min(referral.follow_up_on) })
    .from(referral)
    .where(and(isToDo, isLater, isInReach(caller), isInView(caller, view)));
  return row?.day ?? null;
}

/** Counts the referrals that are open from before the upgrade. */
export const countFromBefore = (db: Database, caller: Caller, view: TodayView): Promise<number> =>
  db.$count(referral, isFromBeforeIn(caller, view));

/** Finds a part of the referrals that are open from before the upgrade, oldest first. */
export async function findFromBefore(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  now: Date,
  { view, skip, take }: { view: TodayView; skip: number; take: number },
): Promise<DueRow[]> {
  if (take <= 0) return [];
  const part = sql`order by ${referral.entry_date}, ${referral.id} offset ${skip} limit ${take}`;
  const rows = await readFacts(db, isFromBeforeIn(caller, view), part);
  return rows.flatMap((row): DueRow[] => {
    const step = nextStepOf(toFacts(row), rules, now);
    return step.kind === 'due'
      ? [{ ...row, reason: step.reason, since: step.since, folded: [] }]
      : [];
  });
}
