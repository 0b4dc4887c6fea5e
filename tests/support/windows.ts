/** Time for what counts tries: rows are moved into the past, as no test waits. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/db/openDatabase';

/** Lets so many seconds pass for every limit per address. */
export async function passForLimits(db: Database, seconds: number): Promise<void> {
  await db.execute(
    sql`update limit_window set ends_at = ends_at - make_interval(secs => ${seconds})`,
  );
}

/** Lets so many seconds pass for everything that is remembered of wrong passwords. */
export async function passForGuards(db: Database, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`;
  await db.execute(
    sql`update login_guard set window_ends_at = window_ends_at - ${ago}, delayed_until = delayed_until - ${ago},
        expires_at = expires_at - ${ago}`,
  );
}

/** Lets so many seconds pass for what is remembered of what was added. */
export async function passForSubmissions(db: Database, seconds: number): Promise<void> {
  await db.execute(
    sql`update submission set expires_at = expires_at - make_interval(secs => ${seconds})`,
  );
}
