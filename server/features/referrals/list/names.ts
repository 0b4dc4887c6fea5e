/**
 * Searches for words of a name: finds the indexed words that match, then the referrals that contain them; in one statement, or in two
 * if there are other conditions.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../db/database';
import { name_word, referral, normalizeForSearch } from '../../../db/schema';
import { containsPattern, splitWords } from '../../../db/statements/likePatterns';
import { hiddenText, hiddenTextArray, literal } from '../../../db/statements/parameters';
import { prepareStatement } from '../../../db/statements/preparedStatement';

/** A word in this many referrals or more is common. The counting trigger stops here; migration 0008 names this constant. */
const SEEN_AT_MOST = 2_000;
/** If this many different words match, the search text is not selective. */
const MAX_WORDS = 1_000;
/** Words of a search that are looked up, the longest first; any others only narrow down what those find. */
const MAX_LOOKED_UP = 4;
/** Characters of a trigram; shorter text cannot use the trigram index. */
const TRIGRAM_LENGTH = 3;
/** The first indexed words, among which a single character is looked for. */
const SAMPLED_WORDS = 1_000;

/** The values of the placeholders of `SEARCHED_WORDS` for a text that was typed. */
export function wordsOf(typed: string): { words: string[]; patterns: string[] } {
  const words = splitWords(typed).toSorted((one, other) => other.length - one.length);
  return { words, patterns: words.map(containsPattern) };
}

/** Selects the indexed words that a condition finds, if an index serves the word of the search by it. */
const selectMatching = (isServed: SQL, condition: SQL): SQL => sql`
  (select ${name_word.word}, ${name_word.seen} from ${name_word}
  where ${and(sql`is_looked_up`, isServed, condition)} limit ${literal(MAX_WORDS)})`;

/** Whether the word of the search is a character that the first indexed words show to be common: an index would find very many. */
const isCommonCharacter: SQL = sql`is_looked_up and length(word) = 1 and ${literal(SEEN_AT_MOST)} <= (
  select coalesce(sum(seen), 0) from (
    select * from ${name_word} order by ${name_word.word} limit ${literal(SAMPLED_WORDS)}) sample
  where strpos(sample.word, numbered.word) > 0)`;

/**
 * Common table expressions, of which `searched_words` has the words of a search, each with the pattern that a name with it matches;
 * and of a word that is looked up, the indexed words that contain it, in how many referrals they are seen, and whether it is common.
 * Their placeholders have `wordsOf`. One plan serves every text: of the queries for words of different lengths, only one is run.
 */
export const SEARCHED_WORDS: SQL = sql`
  normalized as materialized (
    select place, ${normalizeForSearch(sql`word`)} as word, ${normalizeForSearch(sql`pattern`)} as pattern
    from unnest(${hiddenTextArray(sql.placeholder('words'))}, ${hiddenTextArray(sql.placeholder('patterns'))})
      with ordinality typed (word, pattern, place)
  ),
  numbered as materialized (
    select word, pattern, row_number() over (order by place) <= ${literal(MAX_LOOKED_UP)} as is_looked_up
    -- Accents alone are no word.
    from normalized where word <> ''
  ),
  typed as materialized (select *, ${isCommonCharacter} as is_common_character from numbered),
  searched_words as materialized (
    select pattern, case when is_looked_up then matching end as matching, seen,
      case when is_looked_up then words = ${literal(MAX_WORDS)} or seen >= ${literal(SEEN_AT_MOST)} end as is_common
    from typed cross join lateral (
      select coalesce(array_agg(word), '{}') as matching, count(*) as words, coalesce(sum(seen), 0) as seen
      from (
        ${selectMatching(sql`length(typed.word) >= ${literal(TRIGRAM_LENGTH)}`, sql`${name_word.word} like typed.pattern`)}
        union all
        ${selectMatching(
          sql`length(typed.word) < ${literal(TRIGRAM_LENGTH)} and not is_common_character`,
          sql`pieces(${name_word.word}) @> array[typed.word]`,
        )}
        union all
        select typed.word, ${literal(SEEN_AT_MOST)} where is_common_character
      ) indexed
    ) found
  )`;

/**
 * In a statement with `SEARCHED_WORDS`: whether each word that is looked up is common, so that scanning from the newest referral is
 * fastest. False if there are no words.
 */
export const areWordsCommon: SQL = sql`(select coalesce(bool_and(is_common), false) from searched_words)`;

const splitName = sql`string_to_array(${referral.name_searched}, ' ')`;

/** Conditions on a referral in a statement with `SEARCHED_WORDS`. */
export const hasSearchedWords = {
  /** Its name contains each word, in any order, ignoring accents and case. */
  all: sql`${referral.name_searched} like all (array(select pattern from searched_words))`,
  /** The same if some words are not common, by the index of the rarest; false if all are, or there are none. */
  uncommon: sql`not ${areWordsCommon}
    and ${splitName} && (select matching from searched_words where not is_common order by seen limit 1)
    and not exists (select 1 from searched_words where not is_common and not ${splitName} && matching)`,
};

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
  const words = wordsSchema.parse(await lookUp(db, wordsOf(input)));
  // A comma or accents alone are in no name.
  if (words.length === 0) return null;
  if (words.some(({ matching }) => matching?.length === 0)) return null;
  const selective = words.flatMap(({ matching, isCommon }) =>
    matching && !isCommon
      ? [sql`string_to_array(${referral.name_searched}, ' ') && ${hiddenTextArray(matching)}`]
      : [],
  );
  const isCommon = selective.length === 0;
  const contains = words.map(
    ({ pattern }) =>
      // How many match a common word matters to plans that have nothing else to go by.
      sql`${referral.name_searched} like ${isCommon ? pattern : hiddenText(pattern)}`,
  );
  return {
    condition: sql`${and(...contains, ...selective)}`,
    isCommon,
    // A common name is searched by scans with a limit, whatever it is. The database keeps the plan of each number of words.
    hasOnePlan: words.length <= MAX_LOOKED_UP,
  };
}

const lookUp = prepareStatement(
  () => sql`
  with ${SEARCHED_WORDS} select pattern, matching, is_common as "isCommon" from searched_words`,
);

const wordsSchema = z.array(
  z.object({
    pattern: z.string(),
    /** Null if it was not looked up. */
    matching: z.array(z.string()).nullable(),
    isCommon: z.boolean().nullable(),
  }),
);
