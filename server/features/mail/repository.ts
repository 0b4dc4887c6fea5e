import { randomUUID } from 'node:crypto';
import { asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { mail } from '../../db/schema';
import type { Letter } from './letters';

/** Puts a letter into the outbox; in the transaction of the change it tells of, so that neither goes without the other. */
export async function queueMail(db: Database, recipient: string, letter: Letter): Promise<void> {
  await db.insert(mail).values({ id: randomUUID(), recipient, ...letter });
}

/** Seconds for which a letter belongs to whoever claimed it; after a crash it is sent by another. */
const CLAIM = 120;

/** Takes the letters that are due, oldest first, so that no other process sends them at the same time. */
export async function claimDueMails(db: Database, limit: number) {
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(lte(mail.next_attempt_at, sql`now()`))
    .orderBy(asc(mail.created_at))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(mail)
    .set({ next_attempt_at: sql`now() + make_interval(secs => ${CLAIM})` })
    .where(inArray(mail.id, due))
    .returning();
}

/** Takes a letter that was sent out of the outbox: it held an address and perhaps a token. */
export async function removeMail(db: Database, id: string): Promise<void> {
  await db.delete(mail).where(eq(mail.id, id));
}

/** Puts a letter off after a failed attempt; each time longer, up to an hour. */
export async function postponeMail(db: Database, id: string): Promise<void> {
  await db
    .update(mail)
    .set({
      attempts: sql`${mail.attempts} + 1`,
      next_attempt_at: sql`now() + least(power(2, ${mail.attempts}) * interval '30 seconds', interval '1 hour')`,
    })
    .where(eq(mail.id, id));
}
