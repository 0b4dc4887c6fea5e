/** Searches for words of a name in two steps: finds the indexed words that match, then the referrals that contain them. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database';
import { name_word, referral, normalizeForSearch } from '../../db/schema';
import { containsPattern, containsWords, splitWords } from '../../db/likePatterns';
import { hiddenText, hiddenTextArray } from '../../db/parameters';

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
  /** Whether the best plan for the condition alone is the same for every text. */
  readonly hasOnePlan: boolean;
}

/** Builds the condition for a name search, or returns null if no name can match. */
export async function buildNameSearch(db: Database, input: string): Promise<NameSearch | null> {
  const typed = splitWords(input).toSorted((one, other) => other.length - one.length);
  // A comma alone is in no name.
  if (typed.length === 0) return null;
  // Accents alone are no word.
  const words = (await lookUp(db, typed)).filter(({ word }) => word !== '');
  if (words.length === 0) return null;
  if (words.some(({ matching }) => matching?.length === 0)) return null;
  const selective = words.flatMap(({ matching, isCommon }) =>
    matching && !isCommon
      ? [sql`string_to_array(${referral.name_searched}, ' ') && ${hiddenTextArray(matching)}`]
      : [],
  );
  const isCommon = selective.length === 0;
  const contains = words.map(({ word }) => {
    const pattern = containsPattern(word);
    // How many match a common word matters to plans that have nothing else to go by.
    return sql`${referral.name_searched} like ${isCommon ? pattern : hiddenText(pattern)}`;
  });
  return {
    condition: sql`${and(...contains, ...selective)}`,
    isCommon,
    // A common name is searched by scans with a limit, whatever it is. The database keeps the plan of each number of words.
    hasOnePlan: words.length <= MAX_LOOKED_UP,
  };
}

interface Word {
  /** Normalized by the SQL function `searched`, as the index is. */
  readonly word: string;
  /** The indexed words that contain it, up to `MAX_WORDS`; null if it was not looked up. */
  readonly matching: string[] | null;
  readonly isCommon: boolean;
}

const wordsSchema = z.object({
  rows: z.array(
    z.object({ word: z.string(), matching: z.array(z.string()).nullable(), isCommon: z.boolean() }),
  ),
});

/** Normalizes the words of a search, and finds the indexed words that contain them, in one statement. */
async function lookUp(db: Database, typed: readonly string[]): Promise<readonly Word[]> {
  const statements = typed.map((word, index) =>
    index < MAX_LOOKED_UP
      ? sql`
        select ${normalizeForSearch(sql`${word}::text`)} as word, coalesce(array_agg(word), '{}') as matching,
          count(*) = ${MAX_WORDS} or coalesce(sum(seen), 0) >= ${SEEN_AT_MOST} as "isCommon"
        from (${selectMatching(word)}) matching`
      : sql`select ${normalizeForSearch(sql`${word}::text`)}, null, false`,
  );
  return wordsSchema.parse(await db.execute(sql.join(statements, sql` union all `))).rows;
}

/** Selects the indexed words that contain one word of the search. */
function selectMatching(typed: string): SQL {
  const word = normalizeForSearch(sql`${typed}::text`);
  // The planner knows the length: one of the two conditions is left, for the index that serves it.
  const isPiece = sql`(length(${word}) >= ${TRIGRAM_LENGTH} or pieces(${name_word.word}) @> array[${word}])`;
  return sql`
  select ${name_word.word}, ${name_word.seen} from ${name_word}
  where ${and(containsWords(sql`${name_word.word}`, [typed]), isPiece)}
  -- Ordered, so the scan stops at the limit when very many match.
  order by ${name_word.word} limit ${MAX_WORDS}`;
}
