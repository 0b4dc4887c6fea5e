/**
 * Emails that there is news (docs/decisions/0083-news.md). A row of `news` says what was announced to a subscriber about a referral,
 * and when the next email is due. Each run compares what may be read with what was announced, so no call that changes a referral needs a
 * hook.
 */
import { and, eq, lte, sql } from 'drizzle-orm';
import { saysMore } from '../../../../contract/disclosure';
import { getRoleTraits } from '../../../../contract/roles';
import type { Database } from '../../../db/database';
import { news, news_subscription } from '../../../db/schema';
import { endWithin, secondsFromNow } from '../../../db/statements/storedTimes';
import type { Settings } from '../../../settings/settings';
import { queueEmail } from '../../mail';
import { followUpRules } from '../followUpRules';
import { type NewsTokens, renewToken } from '../newsSubscriptions';
import { recordDisclosures } from '../recordDisclosures';
import { findNews, type News, type Subscriber } from './findNews';

/** Seconds from when more may be read until the email is queued. */
const NEWS_DELAY = 15 * 60;

const keyOf = ({ subscriptionId, referralId }: Pick<News, 'subscriptionId' | 'referralId'>) =>
  `${subscriptionId} ${referralId}`;
const isAbout = ({ subscriptionId, referralId }: Pick<News, 'subscriptionId' | 'referralId'>) =>
  and(eq(news.subscription_id, subscriptionId), eq(news.referral_id, referralId));

async function readAnnounced(db: Database) {
  const rows = await db
    .select({
      subscriptionId: news.subscription_id,
      referralId: news.referral_id,
      announced: news.announced,
      isWaiting: sql<boolean>`${news.due_at} is not null`,
      isDue: sql<boolean>`coalesce(${lte(news.due_at, sql`now()`)}, false)`,
    })
    .from(news);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

type Announced = Awaited<ReturnType<typeof readAnnounced>>;

/**
 * Finds the news, and sets that its emails are due in 15 minutes. News that may not be read any more, or that the reader has read, are
 * dropped. Safe to run in several processes.
 */
export async function announceNews(
  db: Database,
  settings: Settings,
  tokens: NewsTokens,
): Promise<void> {
  const found = await findNews(db, followUpRules(settings));
  const announced = await readAnnounced(db);
  const keys = new Set(found.map(keyOf));
  for (const [key, row] of announced) {
    if (!keys.has(key)) await db.delete(news).where(isAbout(row));
  }
  for (const one of found) await scheduleNews(db, one, announced.get(keyOf(one)));
  const due = found.filter((one) => announced.get(keyOf(one))?.isDue);
  for (const id of new Set(due.map(({ subscriptionId }) => subscriptionId))) {
    await announce(
      db,
      settings,
      tokens,
      due.filter(({ subscriptionId }) => subscriptionId === id),
    );
  }
}

/** Sets when the email is due: in 15 minutes if more may be read than was announced, never if not. */
async function scheduleNews(
  db: Database,
  one: News,
  row: ReturnType<Announced['get']>,
): Promise<void> {
  const { subscriptionId, referralId, sentence } = one;
  const due_at = secondsFromNow(NEWS_DELAY);
  if (!row) {
    // Nothing for a subscription that was stopped since it was found.
    await db
      .insert(news)
      .select(
        sql`select ${news_subscription.id}, ${referralId}, null, ${due_at} from ${news_subscription}
          where ${eq(news_subscription.id, subscriptionId)} for key share`,
      )
      .onConflictDoNothing();
    return;
  }
  if (row.announced === null || saysMore(sentence, [row.announced])) {
    if (row.isWaiting) return;
    await db
      .update(news)
      .set({ due_at })
      .where(and(isAbout(one), sql`${news.due_at} is null`));
  } else if (row.isWaiting || row.announced !== sentence) {
    await db.update(news).set({ announced: sentence, due_at: null }).where(isAbout(one));
  }
}

/** Queues one email for all due news of a subscriber, unless another process did. It is in the ledger before. */
async function announce(
  db: Database,
  settings: Settings,
  tokens: NewsTokens,
  due: readonly News[],
): Promise<void> {
  const [subscriber] = due;
  if (!subscriber) return;
  await db.transaction(async (tx) => {
    const { subscriptionId, address, language } = subscriber;
    // The subscription is locked first, as by its deletion, which then deletes its news: the other order would be a deadlock.
    const newsToken = await renewToken(tx, tokens, subscriptionId);
    const taken: News[] = [];
    for (const one of due.toSorted((a, b) => (a.referralId < b.referralId ? -1 : 1))) {
      const rows = await tx
        .update(news)
        .set({ announced: one.sentence, due_at: null })
        .where(and(isAbout(one), lte(news.due_at, sql`now()`)))
        .returning({ id: news.referral_id });
      if (rows.length > 0) taken.push(one);
    }
    if (taken.length === 0) return;
    await recordDisclosures(
      tx,
      taken.map(({ consentId }) => ({
        consentId,
        sentence: 'news',
        channel: 'notice',
        actorId: null,
        address,
      })),
    );
    const to = { accountId: subscriptionId, username: address, language };
    await queueEmail(tx, settings, to, { kind: 'news', newsToken, page: pageOf(subscriber) });
  });
}

/** Where a subscriber reads the answer. */
function pageOf({ role }: Subscriber): string {
  if (role === null) return '/track';
  return getRoleTraits(role).home === 'profile' ? '/profile' : '/admin';
}

/** Whether an email about news may still be sent: some of what was announced may still be read, and was not read since. */
export async function isStillNews(
  db: Database,
  settings: Settings,
  subscriptionId: string,
): Promise<boolean> {
  const found = await findNews(db, followUpRules(settings), subscriptionId);
  const announced = await readAnnounced(db);
  return found.some((one) => (announced.get(keyOf(one))?.announced ?? null) !== null);
}

/** Shortens what was due while the clock was ahead. */
export async function correctNewsTimes(db: Database): Promise<void> {
  await db.update(news).set({ due_at: endWithin(news.due_at, NEWS_DELAY) });
}
