import { and, type SQL, sql } from 'drizzle-orm';

/**
 * The key by which searches compare and lists sort a text: without accents, in lower case, with single blanks (the SQL function
 * of migration 0008). Use it for stored and for typed texts.
 */
export const searchKey = (value: SQL) => sql<string>`searched(${value})`;

/** Escapes text so that LIKE matches it literally. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
/** The apostrophes that keyboards and phones produce: O’Neil is O'Neil elsewhere. */
const APOSTROPHE = /['’‘ʼ`´]/g;

/** A LIKE pattern for values that contain `text` as it is. */
export const literalPattern = (text: string) => `%${escapeLike(text)}%`;
/** A LIKE pattern for values that contain `text`, with any character where it has an apostrophe. */
export const containsPattern = (text: string) => `%${escapeLike(text).replace(APOSTROPHE, '_')}%`;

/** The words of a typed name: 'Last, First' has those of 'first last'. */
export const splitWords = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,]+/).filter(Boolean)),
];
/** Condition: a search key contains each word, in any order. */
export const containsWords = (key: SQL, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => sql`${key} like ${searchKey(sql`${containsPattern(word)}`)}`));
