/** Signing on this device: the staff session ends, and a one-time token signs one consent (docs/decisions/0080-signing-on-screen.md). */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCalls } from '../../../../contract/calls';
import { dayIn } from '../../../../contract/calendar';
import { addDays } from '../../../../contract/calendarDays';
import { CONSENT_MAX_DAYS, signerOn } from '../../../../contract/consent';
import type { FollowUpRules } from '../../../../contract/nextStep';
import { CONSENT_REFUSALS, SIGNING_MINUTES } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { account, consent, referral } from '../../../db/schema';
import { isWithinLast } from '../../../db/statements/storedTimes';
import { bodyIssue, ConflictError, InvalidFieldsError, RefusedError } from '../../../http/errors';
import type { Caller } from '../../access';
import { createOneTimeToken, hashOneTimeToken } from '../../auth';
import { requireActing } from '../acting';
import type { ConsentRow } from '../consentFacts';
import { readNow } from '../now';
import { isLive } from '../visibility';
import { lockConsent, putInForce } from './consents';

/**
 * Makes the one-time token for one consent; an earlier one of it no longer works. The name and who signs are those of now: what the
 * page shows is what is signed.
 * @returns the token, which is stored nowhere, and the id of the referral
 * @throws NotFoundError if the consent is missing or the caller may not see its referral
 * @throws ConflictError if it is signed already, or has ended
 * @throws InvalidFieldsError if nobody can sign, as the age is not known
 */
export async function handOver(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
): Promise<{ token: string; referralId: string }> {
  const { row, referralRow } = await lockConsent(db, caller, id);
  await requireActing(db, caller, [referralRow.id]);
  if (row.ended_at) throw new ConflictError(CONSENT_REFUSALS.ended);
  if (row.signed_on) throw new ConflictError(CONSENT_REFUSALS.signed);
  const signer = signerOn(referralRow.dob, dayIn(rules.timeZone, await readNow(db)));
  if (!signer) throw new InvalidFieldsError([bodyIssue('consent', 'The age is not known')]);
  const token = createOneTimeToken();
  await db
    .update(consent)
    .set({
      person_name: `${referralRow.first_name} ${referralRow.last_name}`,
      signer,
      handed_over_at: sql`clock_timestamp()`,
      handed_over_by: caller.accountId,
      token_hash: hashOneTimeToken(token),
    })
    .where(eq(consent.id, row.id));
  return { token, referralId: referralRow.id };
}

type Answer = z.output<AllCalls['answerConsent']['body']>;

const refuse = () => new RefusedError(400, CONSENT_REFUSALS.notHandedOver);

/** What of a 'yes' can be invalid. */
const ENTERED: ReadonlySet<string> = new Set(['last_day', 'by_phone_only']);

/**
 * Stores what the one said to whom the device was handed over. A repeat of the same answer changes nothing.
 * @returns the id of the referral; null for a repeat
 * @throws RefusedError if the token is unknown or has expired, or the consent cannot be signed any more by who was to sign
 * @throws InvalidFieldsError if the last day is over, or more than a year away, or it is for the phone alone but names no guest
 */
export async function answerConsent(
  db: Database,
  rules: FollowUpRules,
  body: Answer,
): Promise<string | null> {
  const row = await lockHandedOver(db, hashOneTimeToken(body.token));
  if (body.answer === 'no') {
    if (row.ending === 'declined') return null;
    if (row.ended_at || row.signed_on) throw refuse();
    await db
      .update(consent)
      .set({ ended_at: sql`clock_timestamp()`, ending: 'declined' })
      .where(and(eq(consent.id, row.id), isNull(consent.ended_at)));
    return row.referral_id;
  }
  if (row.ended_at) throw refuse();
  if (row.signed_on) {
    if (isStored(row, body)) return null;
    throw refuse();
  }
  const today = dayIn(rules.timeZone, await readNow(db));
  const signed = {
    signature: body.drawing ? ('drawn' as const) : ('typed' as const),
    typed_name: body.name,
    drawing: body.drawing ?? null,
    signer_name: row.signer === 'guardian' ? body.name : null,
    signed_on: today,
    last_day: body.last_day ?? addDays(today, CONSENT_MAX_DAYS),
    ends_after_closing: body.last_day === null,
    by_phone_only: body.by_phone_only ?? false,
    entered_by: row.handed_over_by,
  };
  await putInForce(db, rules, row, signed).catch((error: unknown) => {
    // Another field than these is none that the person entered: the birth date was changed, for example.
    const isEntered =
      error instanceof InvalidFieldsError &&
      error.issues.every(({ loc }) => ENTERED.has(String(loc.at(-1))));
    throw error instanceof InvalidFieldsError && !isEntered ? refuse() : error;
  });
  return row.referral_id;
}

/** Whether a 'yes' is in all its parts what was signed: whoever corrects one must not read that the correction is stored. */
const isStored = (row: ConsentRow, body: Extract<Answer, { answer: 'yes' }>): boolean =>
  row.typed_name === body.name &&
  row.by_phone_only === (body.by_phone_only ?? false) &&
  row.ends_after_closing === (body.last_day === null) &&
  // The usual last day is counted from the day of the signature, which may have been yesterday.
  (body.last_day === null || row.last_day === body.last_day) &&
  isDeepStrictEqual(row.drawing, body.drawing ?? null);

/** Locks the consent of a token that works, and its referral. */
async function lockHandedOver(db: Database, hash: string): Promise<ConsentRow> {
  const hasToken = and(
    eq(consent.token_hash, hash),
    isWithinLast(SIGNING_MINUTES * 60, consent.handed_over_at),
  );
  // The referral before the consent, as everywhere.
  const [found] = await db
    .select({ id: referral.id })
    .from(referral)
    .innerJoin(consent, eq(consent.referral_id, referral.id))
    .innerJoin(account, eq(account.id, consent.handed_over_by))
    .where(and(hasToken, isLive, eq(account.state, 'active')))
    .for('no key update', { of: referral });
  if (!found) throw refuse();
  const [row] = await db.select().from(consent).where(hasToken).for('no key update');
  if (!row) throw refuse();
  return row;
}
