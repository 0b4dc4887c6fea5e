import { type SQL, sql } from 'drizzle-orm';

/** Text that LIKE takes as it stands. */
export const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
export const contains = (text: string) => `%${literal(text)}%`;

/** A list of texts as one value of the database. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;
