import { sql } from 'drizzle-orm';
import type { Database } from './openDatabase';

/**
 * Makes sure that the database takes Ñ and ñ for one letter, as searches and the names that may exist only once do. One
 * made with the locale C does not.
 * @throws Error in words
 */
export async function requireUtf8Locale(db: Database): Promise<void> {
  const asked = await db.execute(sql`select lower('Ñ') = 'ñ' as knows`);
  const [answer] = (asked as { rows: { knows: boolean }[] }).rows;
  if (answer?.knows === true) return;
  throw new Error(
    'The database knows no letters beyond A to Z, and would not find Núñez when asked for NÚÑEZ.\n' +
      "Make it anew with a UTF-8 locale: create database … template template0 encoding 'UTF8' locale 'C.UTF-8';",
  );
}
