/** What those who get emails about news may read and have not read yet. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { disclose, saysMore, type Sentence } from '../../../../contract/disclosure';
import { ROLES } from '../../../../contract/constants';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import { account, consent, disclosure, news_subscription } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { hasOutgrown, isInside, WARD } from '../../access';
import { accountReader, guestReader, readFacts, type ReferralFacts } from '../consentFacts';

/** Who gets the email. */
const subscriberSchema = z.object({
  subscriptionId: z.string(),
  /** What follows is null for a guest. */
  accountId: z.string().nullable(),
  fullname: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  address: z.string(),
  language: z.string().nullable(),
  isConfirmed: z.boolean(),
});
export type Subscriber = z.output<typeof subscriberSchema>;

/** One answer that says more than its reader has heard. */
export interface News extends Subscriber {
  readonly referralId: string;
  readonly consentId: string;
  readonly sentence: Sentence;
}

const candidateSchema = subscriberSchema.extend({
  referralId: z.string(),
  /** Of a parent's login, which stops on the person's twelfth birthday. */
  ward: z.object({ dob: z.string(), now: z.number() }).nullable(),
});

/**
 * A signed consent that has not ended names the subscriber: an active account outside of the program, except for the referral that its
 * login was made for; or the guest who filed.
 */
const IS_NAMED = sql`${consent.ended_at} is null and ${consent.signed_on} is not null and (
  ${consent.recipient_account_id} = ${account.id} and ${account.state} = 'active' and not ${isInside}
    and ${consent.referral_id} is distinct from ${account.referral_id}
  or ${consent.recipient_kind} = 'guest' and ${consent.referral_id} = ${news_subscription.referral_id})`;

async function findCandidates(db: Database, { timeZone }: FollowUpRules, subscriptionId?: string) {
  const { rows } = (await db.execute(sql`
    select ${news_subscription.id} as "subscriptionId", ${account.id} as "accountId", ${account.fullname}, ${account.role},
      coalesce(${account.username}, ${news_subscription.address}) as address,
      coalesce(${account.language}, ${news_subscription.language}) as language,
      (${account.id} is not null or ${news_subscription.confirmed_at} is not null) as "isConfirmed",
      ${consent.referral_id} as "referralId", ${WARD} as ward
    from ${news_subscription} left join ${account} on ${account.id} = ${news_subscription.account_id} join ${consent} on ${IS_NAMED}
    where ${subscriptionId === undefined ? sql`true` : eq(news_subscription.id, subscriptionId)}
    group by ${news_subscription.id}, ${account.id}, ${consent.referral_id}`)) as {
    rows: unknown[];
  };
  return z
    .array(candidateSchema)
    .parse(rows)
    .filter(({ ward }) => ward === null || !hasOutgrown(ward, timeZone));
}

type Candidate = z.output<typeof candidateSchema>;

/** What may be said to a candidate by consent; null for nothing more than anybody who filed hears. */
function answerFor(candidate: Candidate, facts: ReferralFacts) {
  const { accountId, fullname } = candidate;
  const reader =
    accountId === null
      ? guestReader(facts)
      : accountReader({ accountId, fullname: fullname ?? '' }, facts);
  const said = disclose(facts, reader);
  if (said === null || said.consentId === null) return null;
  const isOfReader = (row: ReferralFacts['rows'][number]) =>
    row.recipient_kind === reader.kind && row.recipient_account_id === accountId;
  const own = facts.rows.filter((row) => row.ended_at === null && isOfReader(row));
  return {
    sentence: said.sentence,
    consentId: said.consentId,
    consents: own.map(({ id }) => id),
  };
}

async function findAnswers(db: Database, rules: FollowUpRules, subscriptionId?: string) {
  const candidates = await findCandidates(db, rules, subscriptionId);
  if (candidates.length === 0) return [];
  const facts = await readFacts(
    db,
    rules,
    candidates.map(({ referralId }) => referralId),
  );
  return candidates.flatMap((candidate) => {
    const ofReferral = facts.get(candidate.referralId);
    const answer = ofReferral && answerFor(candidate, ofReferral);
    return answer ? [{ ...candidate, ...answer }] : [];
  });
}

/** Whether a consent in force lets a subscriber read anything now, proved or not. */
export const mayRead = async (
  db: Database,
  rules: FollowUpRules,
  subscriptionId: string,
): Promise<boolean> => (await findAnswers(db, rules, subscriptionId)).length > 0;

/**
 * Finds the answers that say more than their readers have heard: on their page, by their receipt, or from staff. The function that
 * decides all answers is asked each time.
 * @param subscriptionId only for one subscription
 */
export async function findNews(
  db: Database,
  rules: FollowUpRules,
  subscriptionId?: string,
): Promise<News[]> {
  const found = await findAnswers(db, rules, subscriptionId);
  const answers = found.filter(({ isConfirmed }) => isConfirmed);
  if (answers.length === 0) return [];
  const ofAnswers = isAnyOf(
    consent.referral_id,
    answers.map(({ referralId }) => referralId),
  );
  const heard = await db
    .select({ consentId: disclosure.consent_id, sentence: disclosure.sentence })
    .from(disclosure)
    .innerJoin(consent, eq(consent.id, disclosure.consent_id))
    .where(and(ofAnswers, isNull(consent.ended_at), ne(disclosure.sentence, 'news')));
  return answers.flatMap(({ consents, ...news }) => {
    const sentences = heard
      .filter(({ consentId }) => consents.includes(consentId))
      .map(({ sentence }) => sentence as Sentence);
    return saysMore(news.sentence, sentences) ? [news] : [];
  });
}
