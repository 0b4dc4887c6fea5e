/** Searches for part of a name in two steps: finds the indexed words that match, then the referrals that contain them. */
import { and, arrayContains, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { name_word, referral, normalizeForSearch } from '../../db/schema';
import { containsPattern, escapeLike, textArray } from '../../db/likePatterns';

/** A word in this many referrals or more is common. The counting trigger stops here; migration 0008 names this constant. */
const SEEN_AT_MOST = 2_000;
/** If this many different words match, the search text is not selective. */
const MAX_WORDS = 1_000;
/** Characters of a trigram; shorter text cannot use the trigram index. */
const TRIGRAM_LENGTH = 3;

export interface NameSearch {
  /** The name contains the text, ignoring accents and case. */
  readonly condition: SQL;
  /** Whether so many names match that scanning from the newest referral is fastest. */
  readonly isCommon: boolean;
}

/** Builds the condition for a name search, or returns null if no name can match. */
export async function buildNameSearch(db: Database, input: string): Promise<NameSearch | null> {
  const text = await normalise(db, input);
  const words = text.split(' ');
  const selective: SQL[] = [];
  for (const [index, word] of words.entries()) {
    const found = await findWords(db, word, {
      isFirst: index === 0,
      isLast: index === words.length - 1,
    });
    if (found.words.length === 0) return null;
    if (!found.isCommon) {
      selective.push(
        sql`string_to_array(${referral.name_searched}, ' ') && ${textArray(found.words)}`,
      );
    }
  }
  return {
    condition: sql`${and(like(referral.name_searched, containsPattern(text)), ...selective)}`,
    isCommon: selective.length === 0,
  };
}

/** Normalises the text by the SQL function `searched`, as the index does. */
async function normalise(db: Database, input: string): Promise<string> {
  const [row] = await db
    .select({ text: normalizeForSearch(sql`${input}`) })
    .from(sql`(values (1)) once`);
  return (row?.text ?? '').trim();
}

/**
 * Finds the indexed words that match one word of the search. The first word of the search may match the end of an indexed
 * word, and the last one the beginning.
 */
async function findWords(
  db: Database,
  word: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Promise<{ words: string[]; isCommon: boolean }> {
  const pattern = `${isFirst ? '%' : ''}${escapeLike(word)}${isLast ? '%' : ''}`;
  const rows = await db
    .select()
    .from(name_word)
    .where(
      and(
        sql`${name_word.word} like ${pattern}`,
        word.length < TRIGRAM_LENGTH && word !== ''
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
