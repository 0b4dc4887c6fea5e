import { randomUUID } from 'node:crypto';
import { and, asc, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { isAhead, secondsFromNow } from '../../db/statements/storedTimes';
import { mail } from '../../db/schema';
import type { EmailKind } from './emailKinds';

interface NewEmail {
  readonly kind: EmailKind;
  readonly account_id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  /** Seconds after which delivery is given up. */
  readonly life: number;
  /** Seconds before the first delivery attempt. */
  readonly wait: number;
}

/**
 * Stores an email in the outbox.
 * @param hasRecipient if false, the same statement runs and stores nothing
 */
export async function insertEmail(
  db: Database,
  { life, wait, ...email }: NewEmail,
  hasRecipient: boolean,
): Promise<void> {
  await db.insert(mail).select(sql`
    select ${randomUUID()}, ${email.kind}, ${email.account_id}, ${email.recipient},
      ${email.subject}, ${email.body}, ${email.html}, 0, ${secondsFromNow(wait)}, ${secondsFromNow(life)}, now()
    where ${hasRecipient}::boolean`);
}

const deleteUnsent = prepareStatement(
  () => sql`
    delete from ${mail} where ${and(
      eq(mail.account_id, sql.placeholder('accountId')),
      eq(mail.kind, sql.placeholder('kind')),
    )}
    returning greatest(extract(epoch from ${mail.next_attempt_at} - now()), 0)::float as "dueIn"`,
);

/**
 * Deletes an account's unsent emails of a kind.
 * @returns the seconds until the first of them was due; Infinity if there was none
 */
export async function deleteUnsentEmails(
  db: Database,
  accountId: string,
  kind: EmailKind,
): Promise<number> {
  const deleted = (await deleteUnsent(db, { accountId, kind })) as { dueIn: number }[];
  return Math.min(...deleted.map(({ dueIn }) => dueIn));
}

/** Seconds until a claim expires, unless extended. After a crash, another process then sends the email. */
const CLAIM_DURATION = 60;

/** Claims the emails that are due, oldest first, so that no other process sends them at the same time. */
export async function claimDueEmails(db: Database, limit: number) {
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(lte(mail.next_attempt_at, sql`now()`))
    .orderBy(asc(mail.next_attempt_at), asc(mail.created_at))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(mail)
    .set({ next_attempt_at: secondsFromNow(CLAIM_DURATION) })
    .where(inArray(mail.id, due))
    .returning({
      ...getTableColumns(mail),
      isExpired: sql<boolean>`${mail.expires_at} <= now()`,
    });
}

export type ClaimedEmail = Awaited<ReturnType<typeof claimDueEmails>>[number];

/**
 * Extends the claim on emails that are still being sent: a mail server may take minutes to respond. Skips rows that another
 * transaction has locked to replace the email: waiting for them could deadlock.
 */
export async function extendClaim(db: Database, ids: readonly string[]): Promise<void> {
  const free = db
    .select({ id: mail.id })
    .from(mail)
    .where(inArray(mail.id, [...ids]))
    .for('update', { skipLocked: true });
  await db
    .update(mail)
    .set({ next_attempt_at: secondsFromNow(CLAIM_DURATION) })
    .where(inArray(mail.id, free));
}

/** Deletes an email that was sent or given up, because it contains an address and possibly a token. */
export async function deleteEmail(db: Database, id: string): Promise<void> {
  await db.delete(mail).where(eq(mail.id, id));
}

/** Seconds before the first retry. The delay doubles with each further retry, up to half an hour. */
const FIRST_RETRY_DELAY = 10;
const MAX_RETRY_DELAY = 30 * 60;

/** Seconds before the next attempt, if the current one fails. */
const retryDelay = sql`least(${FIRST_RETRY_DELAY} * power(2, ${mail.attempts}), ${MAX_RETRY_DELAY})`;

/** Schedules the next attempt after a failed one, with exponential backoff. */
export async function scheduleRetry(db: Database, id: string): Promise<void> {
  await db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, next_attempt_at: secondsFromNow(retryDelay) })
    .where(eq(mail.id, id));
}

/**
 * Moves emails that were queued, claimed or tried while the clock was ahead to the present: none waits longer, or is kept
 * longer.
 */
export async function correctEmailTimes(db: Database): Promise<void> {
  const ahead = sql`(${mail.created_at} - now())`;
  await db
    .update(mail)
    .set({
      created_at: sql`now()`,
      next_attempt_at: sql`${mail.next_attempt_at} - ${ahead}`,
      expires_at: sql`${mail.expires_at} - ${ahead}`,
    })
    .where(isAhead(mail.created_at));
  const latest = secondsFromNow(sql`greatest(${CLAIM_DURATION}, ${retryDelay})`);
  await db.update(mail).set({ next_attempt_at: latest }).where(gt(mail.next_attempt_at, latest));
}
