/** The own referral as its person reads it (42 CFR § 2.23, docs/decisions/0082-own-referral.md). */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { consentState, lastDayOf, mayHoldLogin } from '../../../../contract/consent';
import { counts } from '../../../../contract/contact';
import { disclose } from '../../../../contract/disclosure';
import type { OwnReferral } from '../../../../contract/entities/ownReferral';
import type { FollowUpRules } from '../../../../contract/nextStep';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import {
  account,
  consent,
  contact_attempt,
  copy_request,
  referral,
  site,
} from '../../../db/schema';
import { NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { readLedger } from '../consent/ledger';
import {
  isSettled,
  readFacts,
  recipientReader,
  type ReferralFacts,
  toConsentFacts,
} from '../consentFacts';
import { isLive } from '../visibility';

/** Condition: the referral that the caller's login was made for, once staff have said whose login it is. */
const isOwnOf = ({ accountId }: Caller) =>
  and(
    isLive,
    eq(account.id, accountId),
    eq(account.referral_id, referral.id),
    isNotNull(account.login_holder),
  );

/** Finds the id of the caller's own referral; null if it is deleted or held, or nobody has said whose login it is. */
async function findOwnId(db: Database, caller: Caller): Promise<string | null> {
  const [row] = await db
    .select({ id: referral.id })
    .from(referral)
    .innerJoin(account, isOwnOf(caller));
  return row?.id ?? null;
}

/** Reads the caller's own referral; null if they have none to read. */
export async function readOwn(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
): Promise<{ id: string; referral: OwnReferral } | null> {
  const [row] = await db
    .select({
      id: referral.id,
      holder: account.login_holder,
      first_name: referral.first_name,
      last_name: referral.last_name,
      contact_number: referral.contact_number,
      sex: referral.sex,
      dob: referral.dob,
      substance: referral.substance,
      status: referral.status,
      tracking_id: referral.tracking_id,
      entryDate: referral.entry_date,
      mediCal: referral.mediCal,
      preferred_language: referral.preferred_language,
      may_voicemail: referral.may_voicemail,
      may_text: referral.may_text,
      reach_note: referral.reach_note,
      site: site.name,
    })
    .from(referral)
    .innerJoin(account, isOwnOf(caller))
    .innerJoin(site, eq(site.id, referral.site_id));
  const facts = row && (await readFacts(db, rules, [row.id])).get(row.id);
  if (!facts || row.holder === null) return null;
  const { id, entryDate, holder, ...filed } = row;
  // The birth date may have been corrected since the caller was found.
  if (!mayHoldLogin(holder, facts.birthDate, facts.today)) return null;
  const told = await readLedger(db, [id]);
  return {
    id,
    referral: {
      ...filed,
      holder,
      entry_date: entryDate.toISOString(),
      is_closed: !OPEN_STATUSES.includes(filed.status),
      attempts: await listAttempts(db, id),
      consents: listConsents(facts),
      told: told.map(({ recipient, sentence, channel, first_at, last_at, times }) => ({
        recipient,
        sentence,
        channel,
        first_at,
        last_at,
        times,
      })),
      copy: (await listCopies(db, id))[0] ?? null,
    },
  };
}

async function listAttempts(db: Database, id: string): Promise<OwnReferral['attempts']> {
  const rows = await db
    .select({
      at: contact_attempt.at,
      channel: contact_attempt.channel,
      whom: contact_attempt.whom,
      outcome: contact_attempt.outcome,
    })
    .from(contact_attempt)
    .where(and(eq(contact_attempt.referral_id, id), isSettled))
    .orderBy(desc(contact_attempt.at), desc(contact_attempt.created_at));
  return rows
    .map((row) => ({ ...row, at: row.at.toISOString() }))
    .filter((attempt) => counts(attempt));
}

/** The consents that have not ended, with what each recipient hears now. */
function listConsents(facts: ReferralFacts): OwnReferral['consents'] {
  return facts.rows.flatMap((row) => {
    const asFacts = toConsentFacts(row);
    const state = consentState(asFacts, facts).kind;
    if (state === 'ended') return [];
    const said = disclose(facts, recipientReader(asFacts, facts));
    return [
      {
        id: row.id,
        recipient: { kind: row.recipient_kind, name: row.recipient_name },
        level: row.level,
        purpose: row.purpose,
        state,
        signed_on: row.signed_on,
        last_day: lastDayOf(asFacts, facts.closedOn),
        ends_after_closing: row.ends_after_closing,
        sentence: said?.sentence ?? null,
      },
    ];
  });
}

/** Lists the requests for a copy, newest first. */
export async function listCopies(db: Database, referralId: string) {
  const rows = await db
    .select()
    .from(copy_request)
    .where(eq(copy_request.referral_id, referralId))
    .orderBy(desc(copy_request.asked_at), desc(copy_request.id));
  return rows.map(({ id, asked_at, answered_at }) => ({
    id,
    asked_at: asked_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
  }));
}

/**
 * Finds the referral of a consent that the caller may end, as it is of their own referral, and locks the consent.
 * @throws NotFoundError otherwise
 */
export async function lockOwnConsent(db: Database, caller: Caller, id: string): Promise<string> {
  const ownId = await findOwnId(db, caller);
  const [row] = await db
    .select({ referralId: consent.referral_id })
    .from(consent)
    .where(and(sql`${consent.id}::text = ${id}`, eq(consent.referral_id, ownId ?? '')))
    .for('no key update');
  if (!row) throw new NotFoundError();
  return row.referralId;
}

/**
 * Stores that the caller asks for a copy of everything; while one waits, nothing is added.
 * @param id its own id
 * @returns the id of the referral
 * @throws NotFoundError if the caller has no referral to read
 */
export async function askForCopy(db: Database, caller: Caller, id: string): Promise<string> {
  const referralId = await findOwnId(db, caller);
  if (referralId === null) throw new NotFoundError();
  await db
    .insert(copy_request)
    .values({ id, referral_id: referralId, asked_by: caller.accountId })
    .onConflictDoNothing();
  return referralId;
}
