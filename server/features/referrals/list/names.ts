/** Common table expressions for a search by name: the typed words, their patterns, and the indexed words that contain them. */
import { and, type SQL, sql } from 'drizzle-orm';
import { typedWords } from '../../../../contract/textMatching';
import { name_word, name_word_change, referral } from '../../../db/schema';
import { containsPattern } from '../../../db/textKeys';
import { opaqueTextArray, inlineNumber } from '../../../db/statements/parameters';

/** A single character is common if this many referrals of the sampled words contain it: an index would find too many. */
const COMMON = 2_000;
/** If this many indexed words match, a scan is faster than the index. */
const MAX_WORDS = 1_000;
/** Words of a search that are looked up, the longest first; any others only narrow down what those find. */
const MAX_LOOKED_UP = 4;
/** Characters of a trigram; shorter text cannot use the trigram index. */
const TRIGRAM_LENGTH = 3;
/** The number of indexed words in the sample for common characters. */
const SAMPLED_WORDS = 1_000;

/** The values of the placeholders for a typed text: the parts of its words, the longest first, and how words with signs are spelt. */
export function wordValues(name: string, typed = ''): Readonly<Record<string, string[]>> {
  const words = typedWords(typed);
  const parts = words
    .flatMap((word) => word.parts)
    .toSorted((one, other) => other.length - one.length);
  return {
    [`${name}Words`]: parts,
    [`${name}Patterns`]: parts.map(containsPattern),
    [`${name}Spellings`]: words.flatMap(({ spellingPattern = [] }) => spellingPattern),
  };
}

const names = (name: string) => ({
  typed: sql.identifier(`${name}_typed`),
  words: sql.identifier(`${name}_words`),
});

const list = (name: string, part: 'Words' | 'Patterns' | 'Spellings'): SQL =>
  opaqueTextArray(sql.placeholder(`${name}${part}`));

/** Selects the typed words with their patterns, in the order of the parameter. */
const selectTyped = (name: string): SQL => sql`
    select word, pattern, ordinal <= ${inlineNumber(MAX_LOOKED_UP)} as is_looked_up
    from unnest(${list(name, 'Words')}, ${list(name, 'Patterns')}) with ordinality typed (word, pattern, ordinal)`;

/** The table `<name>_words` with the patterns only, for a search that does not use the index of words. */
export function wordPatterns(name: string): SQL {
  return sql`${names(name).words} as materialized (select pattern from (${selectTyped(name)}) typed)`;
}

/** Whether the word is a single character that is common in the sample of indexed words. */
const isCommonCharacter: SQL = sql`is_looked_up and length(word) = 1 and ${inlineNumber(COMMON)} <= (
  select coalesce(sum(sample.count), 0) from (
    select ${name_word.word}, ${name_word.count} as count from ${name_word} order by ${name_word.word} limit ${inlineNumber(SAMPLED_WORDS)}) sample
  where strpos(sample.word, typed.word) > 0)`;

/** Selects the indexed words that match a condition, if an index on it exists for the typed word. */
const selectMatching = (isServed: SQL, condition: SQL): SQL => sql`
  (select ${name_word.word}, ${name_word.count} as count from ${name_word}
  where ${and(sql`is_looked_up and not is_common_character`, isServed, condition)} limit ${inlineNumber(MAX_WORDS)})`;

/**
 * The table `<name>_words`. `matching` has the indexed words that contain the typed word; null if it is not looked up, or too
 * many contain it. `number` is how many referrals have one of them. The plan is the same for every text: of the subqueries for
 * words of different lengths, one runs.
 */
export function indexedWords(name: string): SQL {
  const { typed, words } = names(name);
  return sql`
  ${typed} as materialized (select *, ${isCommonCharacter} as is_common_character from (${selectTyped(name)}) typed),
  ${words} as materialized (
    select pattern, is_looked_up, matching, number
    from ${typed} typed cross join lateral (
      select case when is_looked_up and not is_common_character and count(*) < ${inlineNumber(MAX_WORDS)}
          then coalesce(array_agg(word), '{}') end as matching,
        coalesce(sum(count), 0) as number
      from (
        select word, sum(count) as count from (
          ${selectMatching(sql`length(typed.word) >= ${inlineNumber(TRIGRAM_LENGTH)}`, sql`${name_word.word} like typed.pattern`)}
          union all
          ${selectMatching(
            sql`length(typed.word) < ${inlineNumber(TRIGRAM_LENGTH)}`,
            sql`pieces(${name_word.word}) @> array[typed.word]`,
          )}
          union all
          select word, count from ${name_word_change} where is_looked_up and word like typed.pattern
        ) counted group by word having sum(count) > 0
      ) live
    ) found
  )`;
}

const splitName = sql`string_to_array(${referral.name_searched}, ' ')`;

/** Conditions on a referral, in a statement with `<name>_words`. */
export function wordConditions(name: string) {
  const { words } = names(name);
  const indexed = sql`from ${words} where matching is not null order by number, pattern`;
  const isIndexed = sql`exists (select 1 ${indexed})`;
  /** One condition for each word with an index, the rarest first; with fewer words, the last one is repeated. */
  const hasIndexed = Array.from(
    { length: MAX_LOOKED_UP },
    (_, index) => sql`${splitName} && (
      select matching from (select * ${indexed} limit ${inlineNumber(index + 1)}) first order by number desc, pattern desc limit 1)`,
  );
  // The array of spellingPattern is usually empty: only a word with a sign between its parts has any.
  const isSpelled = sql`' ' || ${referral.name_searched} ~ all (${list(name, 'Spellings')})`;
  /** The name contains each word, in any order. Without a word, nothing is found. */
  const hasWords = sql`(exists (select 1 from ${words})
    and ${referral.name_searched} like all (array(select pattern from ${words})) and ${isSpelled})`;
  return {
    hasWords,
    /** Like `hasWords`, by the index of words; matches nothing if no typed word has an index. */
    byIndex: sql`(${isIndexed} and ${and(...hasIndexed)} and ${hasWords})`,
    /** Like `hasWords` if no typed word has an index; otherwise matches nothing. */
    byScan: sql`(not ${isIndexed} and ${hasWords})`,
    /**
     * Estimates how many referrals have all words that are looked up, assuming that the words are independent.
     * @param all the number of all referrals
     */
    expected: (all: SQL): SQL => sql`(
      select ${all} * coalesce(exp(sum(ln(case when matching is null then 1
        else least(1, greatest(number, 1) / greatest(${all}, 1)::float8) end))), 0)
      from ${words} where is_looked_up)`,
  };
}
