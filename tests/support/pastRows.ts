/** Moves rows into the past that no call and no statement of the server can change. */
import { eq, sql } from 'drizzle-orm';
import { UNDO_WITHIN } from '../../contract/contact';
import type { Database } from '../../server/db/database';
import { contact_attempt } from '../../server/db/schema';

const TABLES = ['consent', 'contact_attempt', 'referral_event', 'disclosure'];

/** Runs a change of consents, attempts, histories or the ledger without the triggers that refuse it. */
export async function changeThePast(db: Database, change: () => Promise<unknown>): Promise<void> {
  const set = async (to: string) => {
    for (const table of TABLES)
      await db.execute(sql.raw(`alter table ${table} ${to} trigger user`));
  };
  await set('disable');
  await change();
  await set('enable');
}

/** Lets the time pass within which the contact attempts of a referral can be undone. */
export const settleAttempts = (db: Database, referral: string): Promise<void> =>
  changeThePast(db, () =>
    db
      .update(contact_attempt)
      .set({
        created_at: sql`${contact_attempt.created_at} - make_interval(secs => ${UNDO_WITHIN / 1_000 + 1})`,
      })
      .where(eq(contact_attempt.referral_id, referral)),
  );
