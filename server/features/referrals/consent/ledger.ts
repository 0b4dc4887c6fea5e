/** Reading what was said by consent, and storing what staff said (42 CFR § 2.25). */
import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCalls } from '../../../../contract/calls';
import { disclose } from '../../../../contract/disclosure';
import type { DisclosureEntry } from '../../../../contract/entities/consent';
import type { FollowUpRules } from '../../../../contract/nextStep';
import { ACCOUNTING_YEARS, CONSENT_REFUSALS } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { account, consent, disclosure, referral } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { ConflictError, NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { readFacts, recipientReader, toConsentFacts } from '../consentFacts';
import { isOfSamePerson } from '../duplicates/agreement';
import { recordDisclosures } from '../recordDisclosures';
import { isVisible } from '../visibility';

/** Lists what was said of referrals, newest first. */
export const readLedger = async (
  db: Database,
  ids: readonly string[],
): Promise<DisclosureEntry[]> =>
  (await selectLedger(db, isAnyOf(consent.referral_id, ids))).map(
    ({ tracking_id: _id, ...entry }) => entry,
  );

async function selectLedger(db: Database, where: SQL | undefined) {
  const rows = await db
    .select({
      recipient: consent.recipient_name,
      consentAddress: consent.recipient_address,
      address: disclosure.address,
      sentence: disclosure.sentence,
      purpose: consent.purpose,
      channel: disclosure.channel,
      by: account.fullname,
      firstAt: disclosure.first_at,
      lastAt: disclosure.last_at,
      times: disclosure.times,
      tracking_id: referral.tracking_id,
    })
    .from(disclosure)
    .innerJoin(consent, eq(consent.id, disclosure.consent_id))
    .innerJoin(referral, eq(referral.id, consent.referral_id))
    .leftJoin(account, eq(account.id, disclosure.actor_id))
    .where(where)
    .orderBy(desc(disclosure.last_at), disclosure.consent_id, disclosure.sentence);
  return rows.map(({ firstAt, lastAt, address, consentAddress, ...row }) => ({
    ...row,
    address: address || consentAddress,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
  }));
}

/**
 * Finds every disclosure of the last years about the person of a referral, of their deleted referrals as well.
 * @returns null if the caller may not see the referral
 */
export async function readAccounting(db: Database, caller: Caller, id: string) {
  const [found] = await db
    .select({
      from: sql<string>`to_char((now() - make_interval(years => ${ACCOUNTING_YEARS})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(referral)
    .where(and(eq(referral.id, id), isVisible(caller)));
  if (!found) return null;
  const isOfPerson = sql`exists (select 1 from (select * from ${referral} r where r.id = ${id}) mine where ${or(eq(referral.id, id), isOfSamePerson)})`;
  const isRecent = gte(disclosure.last_at, sql`${found.from}::timestamptz`);
  return { from: found.from, entries: await selectLedger(db, and(isRecent, isOfPerson)) };
}

/**
 * Stores that staff gave the recipient of a consent an answer.
 * @returns the id of the referral
 * @throws NotFoundError if the consent is missing, or the caller may not see its referral
 * @throws ConflictError if that sentence may not be said any more
 */
export async function tellAnswer(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  body: z.output<AllCalls['tellAnswer']['body']>,
): Promise<string> {
  const [row] = await db
    .select({ consent })
    .from(consent)
    .innerJoin(referral, eq(referral.id, consent.referral_id))
    .where(and(sql`${consent.id}::text = ${body.consent}`, isVisible(caller)))
    .for('share', { of: consent });
  if (!row) throw new NotFoundError();
  const { referral_id: referralId } = row.consent;
  const facts = (await readFacts(db, rules, [referralId])).get(referralId);
  if (!facts) throw new NotFoundError();
  const said = disclose(facts, recipientReader(toConsentFacts(row.consent), facts));
  if (said?.consentId !== body.consent || said.sentence !== body.sentence)
    throw new ConflictError(CONSENT_REFUSALS.answerChanged);
  await recordDisclosures(db, [
    {
      consentId: body.consent,
      sentence: said.sentence,
      channel: body.channel,
      actorId: caller.accountId,
      address: row.consent.recipient_address,
    },
  ]);
  return referralId;
}
