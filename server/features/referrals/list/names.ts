/** The words of a search for names, as common table expressions: what they match, and which indexed words contain them. */
import { and, type SQL, sql } from 'drizzle-orm';
import { name_word, name_word_change, referral } from '../../../db/schema';
import { containsPattern, literalPattern, searchKey, splitWords } from '../../../db/searchKey';
import { opaqueTextArray, inlineNumber } from '../../../db/statements/parameters';

/** A character that so many of the first words have is common: an index of characters would find very many. */
const COMMON = 2_000;
/** If this many different words match, no index finds them faster than a scan. */
const MAX_WORDS = 1_000;
/** Words of a search that are looked up, the longest first; any others only narrow down what those find. */
const MAX_LOOKED_UP = 4;
/** Characters of a trigram; shorter text cannot use the trigram index. */
const TRIGRAM_LENGTH = 3;
/** The first indexed words, among which a single character is looked for. */
const SAMPLED_WORDS = 1_000;

/** The values of the placeholders for a text that was typed. */
export function wordValues(name: string, typed = ''): Readonly<Record<string, string[]>> {
  const words = splitWords(typed).toSorted((one, other) => other.length - one.length);
  // In a short word, any character in place of an apostrophe would match nearly all names.
  const toPattern = (word: string) =>
    word.length < TRIGRAM_LENGTH ? literalPattern(word) : containsPattern(word);
  return { [`${name}Words`]: words, [`${name}Patterns`]: words.map(toPattern) };
}

const names = (name: string) => ({
  typed: sql.identifier(`${name}_typed`),
  words: sql.identifier(`${name}_words`),
});

/** The words that were typed, with their patterns, in the order of their place. Accents alone are no word. */
const typedWords = (name: string): SQL => {
  const list = (part: string) => opaqueTextArray(sql.placeholder(`${name}${part}`));
  return sql`
    select word, pattern, row_number() over (order by place) <= ${inlineNumber(MAX_LOOKED_UP)} as is_looked_up
    from (
      select place, ${searchKey(sql`word`)} as word, ${searchKey(sql`pattern`)} as pattern
      from unnest(${list('Words')}, ${list('Patterns')}) with ordinality typed (word, pattern, place)) keys
    where word <> ''`;
};

/** The table `<name>_words` with the patterns alone, for a search that no index of words serves. */
export function wordPatterns(name: string): SQL {
  return sql`${names(name).words} as materialized (select pattern from (${typedWords(name)}) typed)`;
}

/** Whether the word is a character that the first indexed words show to be common: an index would find very many. */
const isCommonCharacter: SQL = sql`is_looked_up and length(word) = 1 and ${inlineNumber(COMMON)} <= (
  select coalesce(sum(sample.count), 0) from (
    select ${name_word.word}, ${name_word.count} as count from ${name_word} order by ${name_word.word} limit ${inlineNumber(SAMPLED_WORDS)}) sample
  where strpos(sample.word, typed.word) > 0)`;

/** Selects the indexed words that a condition finds, if an index serves the typed word by it. */
const selectMatching = (isServed: SQL, condition: SQL): SQL => sql`
  (select ${name_word.word}, ${name_word.count} as count from ${name_word}
  where ${and(sql`is_looked_up and not is_common_character`, isServed, condition)} limit ${inlineNumber(MAX_WORDS)})`;

/**
 * The table `<name>_words` with the patterns, and for each word the indexed words that contain it, `matching`: null if it is not looked
 * up, or so many contain it that an index is of no use; and `number`, how many referrals have one of these. One plan serves every text: of
 * the queries for words of different lengths, only one is run.
 */
export function indexedWords(name: string): SQL {
  const { typed, words } = names(name);
  return sql`
  ${typed} as materialized (select *, ${isCommonCharacter} as is_common_character from (${typedWords(name)}) typed),
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
  /** The words with an index, the rarest first; the last of them again if there are fewer. */
  const hasIndexed = Array.from(
    { length: MAX_LOOKED_UP },
    (_, place) => sql`${splitName} && (
      select matching from (select * ${indexed} limit ${inlineNumber(place + 1)}) first order by number desc, pattern desc limit 1)`,
  );
  // A pattern has any character in place of an apostrophe, but within one word.
  const isAcrossWords = sql`exists (select 1 from ${words} where strpos(pattern, '_') > 0
    and not exists (select 1 from unnest(${splitName}) word where word like pattern))`;
  /** The name contains each word, in any order, ignoring accents and case. Without a word, nothing is found. */
  const hasWords = sql`(exists (select 1 from ${words})
    and ${referral.name_searched} like all (array(select pattern from ${words})) and not ${isAcrossWords})`;
  return {
    hasWords,
    /** The same, by the index of the words that have one; nothing if none has. */
    byIndex: sql`(${isIndexed} and ${and(...hasIndexed)} and ${hasWords})`,
    /** The same if no word has an index, and nothing otherwise. */
    byScan: sql`(not ${isIndexed} and ${hasWords})`,
    /**
     * How many referrals have all words that are looked up, if no word makes another more likely.
     * @param all the number of all referrals
     */
    expected: (all: SQL): SQL => sql`(
      select ${all} * coalesce(exp(sum(ln(case when matching is null then 1
        else least(1, greatest(number, 1) / greatest(${all}, 1)::float8) end))), 0)
      from ${words} where is_looked_up)`,
  };
}
