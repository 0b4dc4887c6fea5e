/** What an account may learn of referrals, by consent (contract/disclosure.ts). */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { disclose, type Sentence, SENTENCES } from '../../../../contract/disclosure';
import { startOfDay } from '../../../../contract/calendarDays';
import type { FiledReferral } from '../../../../contract/entities/filed';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import { account, consent } from '../../../db/schema';
import { answerWords } from '../../../languages';
import type { Caller } from '../../access';
import { accountReader, consentTerms, readFacts } from '../consentFacts';

/** An answer that says more than that a referral was received. */
export interface Answer {
  readonly sentence: Sentence;
  readonly consentId: string;
  readonly consent: NonNullable<FiledReferral['consent']>;
  /** Whether the account did not file the referral: it learns the person's name, as signed, and the day of the consent. */
  readonly isOfOther: boolean;
  /** The start of that day. */
  readonly since: string;
}

/** Finds the answers of an account, by the ids of the referrals: one for each that a consent in force opens to it. */
export async function findAnswers(
  db: Database,
  rules: FollowUpRules,
  caller: Caller,
): Promise<Map<string, Answer>> {
  const { accountId } = caller;
  const named = await db
    .selectDistinct({ id: consent.referral_id })
    .from(consent)
    .where(
      and(
        eq(consent.recipient_account_id, accountId),
        isNull(consent.ended_at),
        isNotNull(consent.signed_on),
        // The own referral is on a card, not among what others may know.
        sql`${consent.referral_id} is distinct from (select ${account.referral_id} from ${account} where ${account.id} = ${accountId})`,
      ),
    );
  const facts = await readFacts(
    db,
    rules,
    named.map(({ id }) => id),
  );
  const answers = new Map<string, Answer>();
  for (const [id, ofReferral] of facts) {
    const reader = accountReader(caller, ofReferral);
    const said = disclose(ofReferral, reader);
    const row = ofReferral.rows.find((one) => one.id === said?.consentId);
    const terms = consentTerms(row, ofReferral);
    if (!said || !row || !terms) continue;
    answers.set(id, {
      sentence: said.sentence,
      consentId: row.id,
      consent: { person_name: row.person_name ?? '', ...terms },
      isOfOther: !reader.isFiler,
      since: startOfDay(rules.timeZone, terms.signed_on).toISOString(),
    });
  }
  return answers;
}

/** The sentences whose words are this text. */
export const sentencesWith = (text: string, phone: string): Sentence[] =>
  SENTENCES.filter((sentence) => answerWords(sentence, phone) === text);
