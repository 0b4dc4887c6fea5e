import { sql } from 'drizzle-orm';
import type { Database } from './database';

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
