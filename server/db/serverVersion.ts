import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from './openDatabase';

/** As PostgreSQL numbers it: 150004 is 15.4. */
const OLDEST = 150_000;

const answerSchema = z.object({
  rows: z.tuple([z.object({ number: z.number(), encoding: z.string(), name: z.string() })]),
});

/**
 * Makes sure that a PostgreSQL is of a version the tables can be made in, and its database for Unicode.
 * @throws Error in words
 */
export async function requireVersion(db: Database): Promise<void> {
  const asked = await db.execute(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding`);
  const { number, name, encoding } = answerSchema.parse(asked).rows[0];
  if (number < OLDEST) {
    throw new Error(
      `The PostgreSQL of DATABASE_URL is version ${name}, and 15 or later is needed. Upgrade it, or name another in DATABASE_URL.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database of DATABASE_URL has the encoding ${encoding}, which lacks most letters.\n` +
        "Make it anew with a UTF-8 locale: create database … template template0 encoding 'UTF8' locale 'C.UTF-8';",
    );
  }
}
