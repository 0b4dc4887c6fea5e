/**
 * The morning mail: the numbers of what is to do today, for each account that wants it
 * (docs/decisions/0077-morning-mail.md). An account's row says for which day it is settled: processes take it one by one, in
 * the transaction that queues the mail, so that none is sent twice.
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isBusinessDay } from '../../../../contract/businessDays';
import { dayIn, NOON, timeIn } from '../../../../contract/calendar';
import { ROLES } from '../../../../contract/constants';
import { DUE_REASONS } from '../../../../contract/nextStep';
import { rolesWith } from '../../../../contract/permissions';
import type { Database } from '../../../db/database';
import { account } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import type { Settings } from '../../../settings/settings';
import { CALLER_COLUMNS } from '../../access';
import { queueEmail } from '../../mail';
import { followUpRules } from '../followUpRules';
import { type DueRow, findDue } from './today';

/** The accounts that get the mail: those that want it, and may act. */
const isRecipient = and(
  account.morning_mail,
  eq(account.state, 'active'),
  isAnyOf(account.role, rolesWith('referral.contact')),
);

const isUnsettled = (day: string) =>
  or(isNull(account.morning_mail_day), lt(account.morning_mail_day, day));

const stateSchema = z.object({ now: z.number(), settled: z.string().nullable() });

/**
 * Reads the time of the database's clock, which all processes share, and the day for which every recipient is settled.
 * @returns settled '' if one never got the mail; null if there is no recipient
 */
async function readState(db: Database) {
  const { rows } = (await db.execute(sql`
    select extract(epoch from clock_timestamp())::float8 as now, (
      select coalesce(${account.morning_mail_day}::text, '') from ${account} where ${isRecipient}
      order by ${account.morning_mail_day} nulls first limit 1) as settled`)) as {
    rows: unknown[];
  };
  const { now, settled } = stateSchema.parse(rows[0]);
  return { now: new Date(now * 1_000), settled };
}

/**
 * Queues the mails of the morning that are still to be sent. Most runs are the one statement that finds nothing to send.
 * @param at the moment as of which it is asked, if not that of the clock
 */
export async function sendMorningMails(db: Database, settings: Settings, at?: Date): Promise<void> {
  const state = await readState(db);
  const now = at ?? state.now;
  const day = dayIn(settings.TIME_ZONE, now);
  if (state.settled === null || state.settled >= day || !isMailTime(settings, now)) return;
  const recipients = await db
    .select({ id: account.id })
    .from(account)
    .where(and(isRecipient, isUnsettled(day)));
  for (const { id } of recipients) await settle(db, settings, id, now, day);
}

/** Whether the mails of the day are sent at this moment: on a business day, from MORNING_MAIL until noon. */
export function isMailTime(
  { TIME_ZONE, HOLIDAYS, MORNING_MAIL }: Pick<Settings, 'TIME_ZONE' | 'HOLIDAYS' | 'MORNING_MAIL'>,
  now: Date,
): boolean {
  const time = timeIn(TIME_ZONE, now);
  return (
    time >= MORNING_MAIL && time < NOON && isBusinessDay(dayIn(TIME_ZONE, now), new Set(HOLIDAYS))
  );
}

/** Settles a recipient's day, unless another process did: queues the mail if anything is due. */
async function settle(
  db: Database,
  settings: Settings,
  id: string,
  now: Date,
  day: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const taken = await tx
      .update(account)
      .set({ morning_mail_day: day })
      .where(and(eq(account.id, id), isRecipient, isUnsettled(day)))
      .returning({ id: account.id });
    if (taken.length === 0) return;
    const recipient = await readRecipient(tx, id);
    const caller = { ...recipient, sessionId: '' };
    const due = await findDue(tx, caller, followUpRules(settings), now, 'mine');
    if (due.length === 0) return;
    const event = { kind: 'morning', counts: countReasons(due) } as const;
    await queueEmail(tx, settings, recipient, event, { life: secondsUntilNoon(settings, now) });
  });
}

const recipientSchema = z.object({
  accountId: z.string(),
  username: z.string(),
  fullname: z.string(),
  role: z.enum(ROLES),
  siteIds: z.array(z.string()),
  isInside: z.boolean(),
  language: z.string().nullable(),
});

async function readRecipient(db: Database, id: string) {
  const { rows } = (await db.execute(sql`
    select ${CALLER_COLUMNS}, ${account.language}
    from ${account} where ${eq(account.id, id)}`)) as { rows: unknown[] };
  return recipientSchema.parse(rows[0]);
}

/** How many rows of the tab there are, and how many for each reason: each row has one, so that the parts add up. */
export const countReasons = (due: readonly Pick<DueRow, 'reason'>[]): Record<string, number> => ({
  all: due.length,
  ...Object.fromEntries(
    DUE_REASONS.map((reason) => [reason, due.filter((row) => row.reason === reason).length]),
  ),
});

const SECONDS_PER_MINUTE = 60;

/** A mail that no mail server takes until then is given up. */
function secondsUntilNoon({ TIME_ZONE }: Settings, now: Date): number {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (minutesOf(NOON) - minutesOf(timeIn(TIME_ZONE, now))) * SECONDS_PER_MINUTE;
}
