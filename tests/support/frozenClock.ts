/** Stops the clock that a database tells, and moves it: days pass without a wait, and the same in every run. */
import pg from 'pg';
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/db/database';

/** Found before PostgreSQL's own functions, so that `clock_timestamp()` is the one of `FrozenClock`. */
const PATH = 'public, pg_catalog';

/** Lets all connections to a new database of a PostgreSQL server find the functions of the tests first. */
export async function letTestsSetTheClock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
  await client.query(`alter database ${name} set search_path to ${PATH}`);
  await client.end();
}

/**
 * The clock of a database, as `clock_timestamp()` tells it. `now()` stays right: sessions, links and limits do not expire.
 */
export class FrozenClock {
  readonly #db: Database;
  #now: Date;

  private constructor(db: Database, now: Date) {
    this.#db = db;
    this.#now = now;
  }

  /** @param db of PGlite, or of a server that `letTestsSetTheClock` has prepared */
  static async start(db: Database, now: Date): Promise<FrozenClock> {
    await db.execute(sql.raw(`set search_path to ${PATH}`));
    await db.execute(sql`create table public.frozen_clock (at timestamptz not null)`);
    await db.execute(sql`insert into public.frozen_clock values (${now.toISOString()})`);
    await db.execute(sql`create function public.clock_timestamp() returns timestamptz language sql volatile
      as 'select at from public.frozen_clock'`);
    for (const [table, column] of [
      ['referral', 'entry_date'],
      ['contact_attempt', 'created_at'],
      ['referral_event', 'at'],
    ] as const) {
      await db.execute(
        sql`alter table ${sql.identifier(table)} alter column ${sql.identifier(column)} set default public.clock_timestamp()`,
      );
    }
    return new FrozenClock(db, now);
  }

  get now(): Date {
    return this.#now;
  }

  async set(now: Date): Promise<void> {
    this.#now = now;
    await this.#db.execute(sql`update public.frozen_clock set at = ${now.toISOString()}`);
  }

  pass(seconds: number): Promise<void> {
    return this.set(new Date(this.#now.getTime() + seconds * 1_000));
  }
}
