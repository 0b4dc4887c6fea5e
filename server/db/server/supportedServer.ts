import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database';

/** In the format of `server_version_num`: 150004 is 15.4. */
const MIN_VERSION = 150_000;

const resultSchema = z.object({
  rows: z.tuple([z.object({ number: z.number(), encoding: z.string(), name: z.string() })]),
});

/**
 * Checks that the version of a PostgreSQL server supports our tables, and that its database stores Unicode.
 * @throws Error with a message for the operator
 */
export async function requireSupportedServer(db: Database): Promise<void> {
  const result = await db.execute(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding`);
  const { number, name, encoding } = resultSchema.parse(result).rows[0];
  if (number < MIN_VERSION) {
    throw new Error(
      `The PostgreSQL of DATABASE_URL is version ${name}, and 15 or later is needed. Upgrade it, or name another in DATABASE_URL.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database of DATABASE_URL has the encoding ${encoding}, which lacks most characters.\n` +
        "Recreate it with a UTF-8 locale: create database … template template0 encoding 'UTF8' locale 'C.UTF-8';",
    );
  }
}

/**
 * Checks that the database folds the case of Ñ and ñ, which searches and unique names rely on. A database with the locale C
 * does not.
 * @throws Error with a message for the operator
 */
export async function requireUtf8Locale(db: Database): Promise<void> {
  const result = await db.execute(sql`select lower('Ñ') = 'ñ' as knows`);
  const [row] = (result as { rows: { knows: boolean }[] }).rows;
  if (row?.knows === true) return;
  throw new Error(
    'The database knows no letters beyond A to Z: a search for NÚÑEZ would not find Núñez.\n' +
      "Recreate it with a UTF-8 locale: create database … template template0 encoding 'UTF8' locale 'C.UTF-8';",
  );
}
