import { type SQL, sql } from 'drizzle-orm';

/** Escapes text so that LIKE matches it literally. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
/** A LIKE pattern for values that contain `text`. */
export const containsPattern = (text: string) => `%${escapeLike(text)}%`;

/** A list of texts as one `text[]` value. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;
