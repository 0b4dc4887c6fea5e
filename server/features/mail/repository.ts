import { randomUUID } from 'node:crypto';
import { and, asc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { mail } from '../../db/schema';
import type { EmailEvent } from './emailTemplates';

interface NewEmail {
  readonly kind: EmailEvent['kind'];
  readonly account_id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  /** Seconds after which it is given up. */
  readonly life: number;
  /** Seconds for which it waits before it is sent. */
  readonly wait: number;
}

const inSeconds = (seconds: number | SQL) => sql`now() + make_interval(secs => ${seconds})`;

/**
 * @param isMeant if not, the same is done and nothing is stored
 */
export async function insertEmail(
  db: Database,
  { life, wait, ...letter }: NewEmail,
  isMeant: boolean,
): Promise<void> {
  await db.insert(mail).select(sql`
    select ${randomUUID()}, ${letter.kind}, ${letter.account_id}, ${letter.recipient},
      ${letter.subject}, ${letter.body}, ${letter.html}, 0, ${inSeconds(wait)}, ${inSeconds(life)}, now()
    where ${isMeant}::boolean`);
}

/** Takes unsent letters of a kind to an account out of the outbox. */
export async function deleteUnsentEmails(
  db: Database,
  accountId: string,
  kind: EmailEvent['kind'],
): Promise<void> {
  await db.delete(mail).where(and(eq(mail.account_id, accountId), eq(mail.kind, kind)));
}

/** Seconds for which a letter belongs to whoever claimed it, unless it is claimed on; after a crash it is sent by another. */
const CLAIM = 60;

/** Takes the letters that are due, oldest first, so that no other process sends them at the same time. */
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
    .set({ next_attempt_at: inSeconds(CLAIM) })
    .where(inArray(mail.id, due))
    .returning({
      ...getTableColumns(mail),
      isExpired: sql<boolean>`${mail.expires_at} <= now()`,
    });
}

export type ClaimedEmail = Awaited<ReturnType<typeof claimDueEmails>>[number];

/** Keeps letters that are still being sent: a mail server may take minutes to answer. */
export async function extendClaim(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .update(mail)
    .set({ next_attempt_at: inSeconds(CLAIM) })
    .where(inArray(mail.id, [...ids]));
}

/** Takes a letter that was sent or given up out of the outbox: it held an address and perhaps a token. */
export async function deleteEmail(db: Database, id: string): Promise<void> {
  await db.delete(mail).where(eq(mail.id, id));
}

/** Seconds until the second attempt; doubled with each further one, up to half an hour. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 30 * 60;

/** Puts a letter off after a failed attempt. */
export async function scheduleRetry(db: Database, id: string): Promise<void> {
  const wait = sql`least(${FIRST_WAIT} * power(2, ${mail.attempts}), ${LONGEST_WAIT})`;
  await db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, next_attempt_at: inSeconds(wait) })
    .where(eq(mail.id, id));
}
