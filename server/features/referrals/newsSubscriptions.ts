/** Who gets an email when there is news (docs/decisions/0083-news.md). */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { CONFIRM_LINK_DAYS } from '../../../contract/constants';
import type { Language } from '../../../contract/languages';
import { consent, news_subscription } from '../../db/schema';
import type { Database } from '../../db/database';
import { isWithinLast } from '../../db/statements/storedTimes';
import { hashOneTimeToken } from '../auth';

/** Computes the token in the links of a subscription's emails: the same one in each, so that every link stops them. */
export type NewsTokens = (subscriptionId: string) => string;

/** Whether an account gets the emails. */
export const isSubscribed = async (db: Database, accountId: string): Promise<boolean> =>
  (await db.$count(news_subscription, eq(news_subscription.account_id, accountId))) > 0;

/** Turns the emails of an account on or off; a repeat changes nothing. */
export async function setSubscribed(
  db: Database,
  tokens: NewsTokens,
  accountId: string,
  isOn: boolean,
): Promise<void> {
  if (!isOn) {
    await db.delete(news_subscription).where(eq(news_subscription.account_id, accountId));
    return;
  }
  const id = randomUUID();
  await db
    .insert(news_subscription)
    .values({ id, account_id: accountId, token_hash: hashOneTimeToken(tokens(id)) })
    .onConflictDoNothing({ target: news_subscription.account_id });
}

/**
 * Stores the address that a guest gave, in place of an earlier one. It gets no news until it is proved.
 * @returns the id of the subscription
 */
export async function subscribeGuest(
  db: Database,
  tokens: NewsTokens,
  referralId: string,
  { address, language }: { address: string; language: Language | null },
): Promise<string> {
  const id = randomUUID();
  await unsubscribeGuest(db, referralId);
  await db.insert(news_subscription).values({
    id,
    referral_id: referralId,
    address,
    language,
    token_hash: hashOneTimeToken(tokens(id)),
  });
  return id;
}

/** Forgets the address that the holder of a guest's receipt gave. */
export async function unsubscribeGuest(db: Database, referralId: string): Promise<void> {
  await db.delete(news_subscription).where(eq(news_subscription.referral_id, referralId));
}

/** Computes the token for an email's links; stored anew, as `JWT_SECRET` may be another one since. */
export async function renewToken(
  db: Database,
  tokens: NewsTokens,
  subscriptionId: string,
): Promise<string> {
  const token = tokens(subscriptionId);
  await db
    .update(news_subscription)
    .set({ token_hash: hashOneTimeToken(token) })
    .where(eq(news_subscription.id, subscriptionId));
  return token;
}

const hasToken = (token: string) => eq(news_subscription.token_hash, hashOneTimeToken(token));
const IN_TIME = isWithinLast(CONFIRM_LINK_DAYS * 24 * 60 * 60, news_subscription.asked_at);

/**
 * Stores that a guest's address is proved; a repeat changes nothing.
 * @returns the referral; null if the token is unknown, has expired, or its emails were stopped
 */
export async function confirmSubscription(db: Database, token: string): Promise<string | null> {
  const [row] = await db
    .update(news_subscription)
    .set({ confirmed_at: sql`coalesce(${news_subscription.confirmed_at}, clock_timestamp())` })
    .where(
      and(
        hasToken(token),
        isNull(news_subscription.account_id),
        sql`(${news_subscription.confirmed_at} is not null or ${IN_TIME})`,
      ),
    )
    .returning({ id: news_subscription.referral_id });
  return row?.id ?? null;
}

/**
 * Stops the emails of a subscription.
 * @returns the account or the referral that it was of; null if the token is unknown, or its emails were stopped
 */
export async function unsubscribe(db: Database, token: string): Promise<string | null> {
  const [row] = await db
    .delete(news_subscription)
    .where(hasToken(token))
    .returning({ account: news_subscription.account_id, referral: news_subscription.referral_id });
  return row?.account ?? row?.referral ?? null;
}

/** Deletes the addresses that were not proved in time, and those of guests whom no consent names that has not ended. */
export async function deleteIdleSubscriptions(db: Database): Promise<void> {
  const isNamed = sql`exists (select from ${consent} where ${consent.referral_id} = ${news_subscription.referral_id}
    and ${consent.recipient_kind} = 'guest' and ${consent.ended_at} is null)`;
  await db
    .delete(news_subscription)
    .where(
      and(
        isNull(news_subscription.account_id),
        sql`not (${isNamed} and (${news_subscription.confirmed_at} is not null or ${IN_TIME}))`,
      ),
    );
}
