/**
 * Keys of names in SQL, and conditions on them. `same_key` and `search_key` (migration 0020) equal the functions of
 * `contract/textMatching.ts`, by which what is typed becomes its words.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { TypedWord } from '../../contract/textMatching';

/** The key that is equal for names that are the same. */
export const sameKeyOf = (name: SQL) => sql<string>`same_key(${name})`;
/** Condition: a name is the same as the one of a `sameKey`. */
export const isSameName = (name: SQL, key: string) => sql`${sameKeyOf(name)} = ${key}`;
/** The key by which searches find a name. */
export const searchKeyOf = (name: SQL) => sql<string>`search_key(${sameKeyOf(name)})`;
/**
 * The key to sort by: without accents, in lower case, with single blanks. Its SQL function, `searched` (migration 0008), was
 * once the search key.
 */
export const sortKeyOf = (name: SQL) => sql<string>`searched(${name})`;

/** A LIKE pattern for values that contain a text. */
export const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Condition: a search key has each word, in any order. */
export const hasWords = (key: SQL, words: readonly TypedWord[]): SQL | undefined =>
  and(
    ...words.flatMap(({ parts, spellingPattern }) => [
      ...parts.map((part) => sql`${key} like ${containsPattern(part)}`),
      spellingPattern === undefined ? undefined : sql`' ' || ${key} ~ ${spellingPattern}`,
    ]),
  );
