/** What a guest learns by their receipt (docs/decisions/0081-receipts.md). */
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { disclose } from '../../../../contract/disclosure';
import type { LookUpResult, lookUpSchema } from '../../../../contract/entities/receipt';
import type { Database } from '../../../db/database';
import { receipt, referral } from '../../../db/schema';
import { auditRead } from '../../audit';
import { exceedsLookUps } from '../../limits';
import { normalizeTrackingId } from '../base32';
import { consentTerms, guestReader, readFacts } from '../consentFacts';
import { followUpRules } from '../followUpRules';
import { recordDisclosures } from '../recordDisclosures';
import { hashCode } from './codes';

type LookUp = z.output<typeof lookUpSchema>;

const nothing = (result: LookUpResult['result']): LookUpResult => ({
  result,
  sentence: null,
  consent: null,
});

/**
 * Answers the holder of a receipt. The same statements run whatever they find; only an answer by consent has one more, which writes
 * it to the ledger first.
 */
export async function lookUp(request: FastifyRequest, typed: LookUp): Promise<LookUpResult> {
  const { db } = request.server.database;
  const trackingId = normalizeTrackingId(typed.reference);
  if (await exceedsLookUps(db, request.server.hmac, trackingId)) return nothing('tooManyTries');
  const read = async () => {
    const id = await findReferral(db, trackingId, typed);
    return { id, answer: await answerFor(request, id) };
  };
  const { answer } = await auditRead(request, null, read, ({ id }) => (id === null ? [] : [id]));
  return answer;
}

/**
 * Finds a guest's referral, deleted and held ones too. It goes by the code's hash and the year beside it, so that a known reference,
 * or code, takes no more than an unknown one.
 */
export async function findReferral(
  db: Database,
  trackingId: string,
  { code, birth_year }: LookUp,
): Promise<string | null> {
  const [found] = await db
    .select({ id: referral.id })
    .from(receipt)
    .innerJoin(referral, eq(referral.id, receipt.referral_id))
    .where(
      and(
        eq(receipt.code_hash, hashCode(code)),
        eq(receipt.birth_year, Number(birth_year)),
        eq(referral.tracking_id, trackingId),
        isNull(referral.created_by),
      ),
    );
  return found?.id ?? null;
}

/** Locks the receipt of a referral, and returns whether this is still its code. */
export async function lockReceipt(db: Database, id: string, code: string): Promise<boolean> {
  const rows = await db
    .select({ id: receipt.referral_id })
    .from(receipt)
    .where(and(eq(receipt.referral_id, id), eq(receipt.code_hash, hashCode(code))))
    .for('update');
  return rows.length > 0;
}

/** @param id the referral; null if the three do not match */
async function answerFor({ server }: FastifyRequest, id: string | null): Promise<LookUpResult> {
  const { db } = server.database;
  // Without a referral, too: the same statements run.
  const facts = (await readFacts(db, followUpRules(server.settings), [id ?? ''])).get(id ?? '');
  if (!facts) return nothing('noMatch');
  const said = disclose(facts, guestReader(facts));
  const row = facts.rows.find((one) => one.id === said?.consentId);
  const terms = consentTerms(row, facts);
  if (!said || !row || !terms) {
    return { result: 'answer', sentence: said?.sentence ?? null, consent: null };
  }
  const { sentence } = said;
  const channel = 'lookUp';
  await recordDisclosures(db, [
    { consentId: row.id, sentence, channel, actorId: null, address: row.recipient_address },
  ]);
  return { result: 'answer', sentence, consent: terms };
}
