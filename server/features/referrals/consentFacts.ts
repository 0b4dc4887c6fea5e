/** What the answers about referrals depend on (contract/disclosure.ts), read from the database. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { dayIn } from '../../../contract/calendar';
import {
  type ConsentContext,
  type ConsentFacts,
  consentState,
  lastDayOf,
} from '../../../contract/consent';
import { UNDO_WITHIN } from '../../../contract/contact';
import type { DisclosureFacts, DisclosureReader } from '../../../contract/disclosure';
import type { FollowUpRules } from '../../../contract/nextStep';
import type { Database } from '../../db/database';
import { isAnyOf } from '../../db/statements/parameters';
import { consent, contact_attempt, OPEN, receipt, referral, referral_event } from '../../db/schema';
import type { Settings } from '../../settings/settings';
import { readNow } from './now';

export type ConsentRow = typeof consent.$inferSelect;

/** Who may tell, as a consent has it. */
export const discloserOf = ({ BRAND_NAME }: Pick<Settings, 'BRAND_NAME'>): string =>
  `Staff of ${BRAND_NAME}`;

/** Reads a stored consent as the rules have it. */
export const toConsentFacts = (row: ConsentRow): ConsentFacts => ({
  id: row.id,
  personName: row.person_name ?? '',
  discloser: row.discloser,
  level: row.level,
  recipientKind: row.recipient_kind,
  recipientName: row.confirmed_name ?? row.recipient_name,
  recipientAccountId: row.recipient_account_id,
  purpose: row.purpose,
  lastDay: row.last_day,
  endsAfterClosing: row.ends_after_closing,
  signature: row.signature,
  signer: row.signer,
  signedOn: row.signed_on,
  hasEnded: row.ended_at !== null,
  isSuspended: row.suspensions.length > 0,
  isByPhoneOnly: row.by_phone_only,
});

/** What a reader is shown of the consent that gives an answer: as it was signed, even if staff say less. Null before it is signed. */
export function consentTerms(
  row: ConsentRow | undefined,
  { closedOn }: Pick<ConsentContext, 'closedOn'>,
): { level: string; signed_on: string; last_day: string } | null {
  if (!row?.signed_on) return null;
  const { level, signed_on } = row;
  return { level, signed_on, last_day: lastDayOf(toConsentFacts(row), closedOn) ?? '' };
}

/** The facts of a referral, and the account that filed it. */
export interface ReferralFacts extends DisclosureFacts {
  readonly filerId: string | null;
  /** The name of the guest who filed; null without one, and if an account filed. */
  readonly guestName: string | null;
  /** The consents as they are stored, newest first. */
  readonly rows: readonly ConsentRow[];
}

/**
 * Reads the facts of referrals, deleted and held ones too, at the time of the database's clock. The statements do not depend on what
 * they find.
 * @returns by the ids of the referrals
 */
export async function readFacts(
  db: Database,
  rules: FollowUpRules,
  ids: readonly string[],
): Promise<Map<string, ReferralFacts>> {
  const now = await readNow(db);
  const rows = await db
    .select()
    .from(consent)
    .where(isAnyOf(consent.referral_id, ids))
    .orderBy(sql`${consent.asked_at} desc`, sql`${consent.id} desc`);
  const referrals = await db
    .select({
      id: referral.id,
      status: referral.status,
      endReason: referral.end_reason,
      chosenLevel: referral.told_level,
      birthDate: referral.dob,
      filerId: referral.created_by,
      guestName: receipt.guest_name,
      isHidden: sql<boolean>`(${referral.deleted_at} is not null or ${referral.hold_reason} is not null)`,
      closedAt: CLOSED_AT,
      attempts: SETTLED_ATTEMPTS,
    })
    .from(referral)
    .leftJoin(receipt, eq(receipt.referral_id, referral.id))
    .where(isAnyOf(referral.id, ids));
  const context = { today: dayIn(rules.timeZone, now) };
  return new Map(
    referrals.map(({ closedAt, ...facts }) => {
      const ofReferral = rows.filter(({ referral_id }) => referral_id === facts.id);
      const closedOn = closedAt === null ? null : dayIn(rules.timeZone, new Date(closedAt));
      const consents = ofReferral.map(toConsentFacts);
      return [facts.id, { ...facts, ...context, closedOn, consents, rows: ofReferral }];
    }),
  );
}

/** An account as somebody who asks about a referral, on their page or by an email about news. */
export const accountReader = (
  { accountId, fullname }: { accountId: string; fullname: string },
  { filerId }: Pick<ReferralFacts, 'filerId'>,
): DisclosureReader => ({
  kind: 'account',
  name: fullname,
  accountId,
  isFiler: filerId === accountId,
});

/** The holder of a guest's receipt as somebody who asks. */
export const guestReader = ({ guestName }: Pick<ReferralFacts, 'guestName'>): DisclosureReader => ({
  kind: 'guest',
  name: guestName ?? '',
  accountId: null,
  isFiler: true,
  isLookingUp: true,
});

/** The recipient of a consent as somebody who asks staff. */
export function recipientReader(
  { recipientKind: kind, recipientName: name, recipientAccountId: accountId }: ConsentFacts,
  { filerId }: Pick<ReferralFacts, 'filerId'>,
): DisclosureReader {
  const isFiler = kind === 'guest' || (accountId !== null && accountId === filerId);
  return { kind, name, accountId, isFiler };
}

const MILLISECONDS = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const asIso = (time: SQL) => sql`to_char(${time} at time zone 'UTC', ${MILLISECONDS})`;
const outerId = sql`${referral}.${sql.identifier(referral.id.name)}`;
const field = (key: string) => sql`change ->> ${sql.raw(`'${key}'`)}`;

/**
 * When a closed referral was set from an open status to a closed one, ISO date-time; null while it is open. One that the history does
 * not have was closed before there was one: since its entry, at the latest.
 */
const CLOSED_AT = sql<
  string | null
>`case when ${referral.status} not in (${OPEN}) then ${asIso(sql`coalesce((
  select max(${referral_event.at}) from ${referral_event} cross join jsonb_array_elements(${referral_event.changes}) change
  where ${referral_event.referral_id} = ${outerId} and ${referral_event.kind} = 'status' and ${field('field')} = 'status'
    and ${field('from')} in (${OPEN}) and ${field('to')} not in (${OPEN})), ${referral.entry_date})`)} end`;

/** Condition: an attempt is not struck, and its author cannot undo it any more. */
export const isSettled = sql`(${contact_attempt.struck_at} is null and
  ${contact_attempt.created_at} <= clock_timestamp() - make_interval(secs => ${sql.raw(String(UNDO_WITHIN / 1_000))}))`;

/** The attempts that are settled. */
const SETTLED_ATTEMPTS = sql<DisclosureFacts['attempts']>`(
  select coalesce(json_agg(json_build_object('at', ${asIso(sql`${contact_attempt.at}`)},
    'whom', ${contact_attempt.whom}, 'outcome', ${contact_attempt.outcome})
    order by ${contact_attempt.at}, ${contact_attempt.created_at}), '[]')
  from ${contact_attempt}
  where ${contact_attempt.referral_id} = ${outerId} and ${isSettled})`;

/**
 * Stores the end of consents that are over, so that no later change brings one back: reopening, a corrected birth date, putting back.
 * Call it before such a change, with the referrals locked.
 * @param ids the referrals; all of them if omitted
 */
export async function endOverdueConsents(
  db: Database,
  rules: FollowUpRules,
  ids?: readonly string[],
): Promise<void> {
  const running = and(
    isNull(consent.ended_at),
    isNotNull(consent.signed_on),
    ids && isAnyOf(consent.referral_id, ids),
  );
  const found = await db.selectDistinct({ id: consent.referral_id }).from(consent).where(running);
  if (found.length === 0) return;
  const facts = await readFacts(
    db,
    rules,
    found.map(({ id }) => id),
  );
  for (const { rows, ...context } of facts.values()) {
    for (const row of rows) {
      const ending = row.ended_at === null ? endingOf(row, context) : undefined;
      if (!ending) continue;
      await db
        .update(consent)
        .set({ ended_at: sql`clock_timestamp()`, ending })
        .where(and(eq(consent.id, row.id), isNull(consent.ended_at)));
    }
  }
}

/** Why a consent is over although nobody ended it; undefined if it is not over. */
export function endingOf(row: ConsentRow, context: ConsentContext) {
  const facts = toConsentFacts(row);
  if (consentState(facts, context).kind !== 'ended') return undefined;
  const isOver = (lastDayOf(facts, context.closedOn) ?? '') < context.today;
  return isOver ? 'expired' : 'birthday';
}
