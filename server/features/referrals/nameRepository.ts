/** Searches for words of a name in two steps: finds the indexed words that match, then the referrals that contain them. */
import { and, arrayContains, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { name_word, referral, normalizeForSearch } from '../../db/schema';
import { containsPattern, splitWords, textArray } from '../../db/likePatterns';

/** A word in this many referrals or more is common. The counting trigger stops here; migration 0008 names this constant. */
const SEEN_AT_MOST = 2_000;
/** If this many different words match, the search text is not selective. */
const MAX_WORDS = 1_000;
/** Words of a search that are looked up, the longest first; any others only narrow down what those find. */
const MAX_LOOKED_UP = 4;
/** Characters of a trigram; shorter text cannot use the trigram index. */
const TRIGRAM_LENGTH = 3;

export interface NameSearch {
  /** The name contains each word, in any order, ignoring accents and case. */
  readonly condition: SQL;
  /** Whether so many names match that scanning from the newest referral is fastest. */
  readonly isCommon: boolean;
}

/** Builds the condition for a name search, or returns null if no name can match. */
export async function buildNameSearch(db: Database, input: string): Promise<NameSearch | null> {
  const words = splitWords(await normalise(db, input));
  // A comma alone is in no name.
  if (words.length === 0) return null;
  const selective: SQL[] = [];
  const longest = words.toSorted((one, other) => other.length - one.length);
  for (const word of longest.slice(0, MAX_LOOKED_UP)) {
    const found = await findWords(db, word);
    if (found.words.length === 0) return null;
    if (!found.isCommon) {
      selective.push(
        sql`string_to_array(${referral.name_searched}, ' ') && ${textArray(found.words)}`,
      );
    }
  }
  return {
    condition: sql`${and(...words.map((word) => like(referral.name_searched, containsPattern(word))), ...selective)}`,
    isCommon: selective.length === 0,
  };
}

/** Normalises the text by the SQL function `searched`, as the index does. */
async function normalise(db: Database, input: string): Promise<string> {
  const [row] = await db
    .select({ text: normalizeForSearch(sql`${input}`) })
    .from(sql`(values (1)) once`);
  return row?.text ?? '';
}

/** Finds the indexed words that contain one word of the search. */
async function findWords(
  db: Database,
  word: string,
): Promise<{ words: string[]; isCommon: boolean }> {
  const rows = await db
    .select()
    .from(name_word)
    .where(
      and(
        like(name_word.word, containsPattern(word)),
        word.length < TRIGRAM_LENGTH
          ? arrayContains(sql`pieces(${name_word.word})`, sql`${textArray([word])}`)
          : undefined,
      ),
    )
    // Ordered, so the scan stops at the limit when very many match.
    .orderBy(name_word.word)
    .limit(MAX_WORDS);
  const seen = rows.reduce((sum, row) => sum + row.seen, 0);
  return {
    words: rows.map((row) => row.word),
    isCommon: rows.length === MAX_WORDS || seen >= SEEN_AT_MOST,
  };
}
