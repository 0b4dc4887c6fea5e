import { and, type SQL, sql } from 'drizzle-orm';
import { normalizeForSearch } from '../schema';

/** Escapes text so that LIKE matches it literally. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
/** The apostrophes of keyboards and phones: 'O’Neil' on one is 'O'Neil' on another. */
const APOSTROPHE = /['’‘ʼ`´]/g;

/** A LIKE pattern for values that contain `text`, with any character where it has an apostrophe. */
export const containsPattern = (text: string) => `%${escapeLike(text).replace(APOSTROPHE, '_')}%`;

/** The words of a typed name: 'Last, First' has those of 'first last'. */
export const splitWords = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,]+/).filter(Boolean)),
];
/** Condition: a text that is normalized for search contains each word, in any order. */
export const containsWords = (normalized: SQL, words: readonly string[]): SQL | undefined =>
  and(
    ...words.map(
      (word) => sql`${normalized} like ${normalizeForSearch(sql`${containsPattern(word)}`)}`,
    ),
  );
