/** Similar names for a search that found nobody (decision 61). */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { SIMILAR_NAMES } from '../../../../contract/staffConstants';
import { type SimilarName, similarNameSchema } from '../../../../contract/entities/worklist';
import { searchKey } from '../../../../contract/textMatching';
import { name_word, name_word_change, referral } from '../../../db/schema';
import { inlineNumber, opaqueTextArray } from '../../../db/statements/parameters';
import type { ReadStatement } from '../../../db/statements/readStatement';
import type { CallerStatement } from '../../access';
import { CALLER_SCOPES, HAS_CALLER, isLive, type ScopeParameters } from '../visibility';
import { scopeRanges, someRows, WHOLE_INDEX } from './ranges';
import { readQuickSearch } from './searchText';

/** Typed words that are compared, the longest first. */
const MAX_WORDS = 4;
/** Shorter words resemble too many others. */
const MIN_LENGTH = 3;
/** Maximum number of indexed words per typed word, the most similar first. */
const MAX_CANDIDATES = 20;
/** Referrals that are compared by all their words. */
const MAX_COMPARED = 500;
/** More than a database holds. */
const NO_LIMIT = 1_000_000_000;
/** Minimum trigram similarity of two words: the default of pg_trgm, which its operator % uses. */
const THRESHOLD = sql`0.3`;

const typed = opaqueTextArray(sql.placeholder('words'));
const words = sql`string_to_array(${referral.name_searched}, ' ')`;

/** The sum, over the typed words, of the similarity to the closest word of the name; null if one of them is below THRESHOLD. */
const similarityOfName = sql`(
  select case when min(best) >= ${THRESHOLD} then sum(best) end
  from unnest(${typed}) typed cross join lateral (
    select max(similarity(word, typed)) as best from unnest(${words}) word) compared)`;

const COLUMNS = sql`${referral.id}, ${referral.first_name}, ${referral.last_name}, ${similarityOfName} as similarity`;

/** @param nearest a query for the words nearly spelt like `typed`, a typed one */
const candidatesFrom = (nearest: SQL): SQL => sql`candidates as materialized (
  select number, array_agg(word) as matching
  from unnest(${typed}) with ordinality typed (typed, number) cross join lateral (
    select word from (${nearest}) indexed order by similarity(word, typed) desc, word limit ${inlineNumber(MAX_CANDIDATES)}) nearest
  group by number)`;

/** Condition: a name has a candidate for each typed word. With fewer words, the last one is repeated. */
const HAS_CANDIDATES = and(
  HAS_CALLER,
  ...Array.from(
    { length: MAX_WORDS },
    (_, index) => sql`${words} && (select matching from candidates
      where number = least(${inlineNumber(index + 1)}, cardinality(${typed})))`,
  ),
);

/** Selects referrals with similar names among all, by the index of words. */
function selectAmongAll(): { with: SQL; rows: SQL } {
  return {
    with: candidatesFrom(sql`
      select ${name_word.word} from ${name_word} where ${name_word.word} % typed and ${name_word.count} > 0
      union select ${name_word_change.word} from ${name_word_change} where ${name_word_change.word} % typed`),
    rows: sql`select ${COLUMNS} from ${referral} where ${and(isLive, HAS_CANDIDATES)}
      limit ${inlineNumber(MAX_COMPARED)}`,
  };
}

/**
 * Selects referrals with similar names within a scope. It reads all rows of the scope, and no others, and compares each of their
 * words once.
 */
function selectWithin(scope: Exclude<ScopeParameters, 'all'>): { with: SQL; rows: SQL } {
  const rowsOf = (options: { where: SQL | undefined; columns: SQL; atMost: number }) =>
    sql.join(
      scopeRanges(scope, WHOLE_INDEX).map((range) => sql`(${someRows(range, options)})`),
      sql` union `,
    );
  const all = rowsOf({
    where: and(HAS_CALLER, sql`cardinality(${typed}) > 0`),
    columns: sql`${referral.name_searched}`,
    atMost: NO_LIMIT,
  });
  return {
    with: sql`scope_word as materialized (
      select distinct word from (${all}) names, unnest(string_to_array(name_searched, ' ')) word
    ), ${candidatesFrom(sql`select word from scope_word where similarity(word, typed) >= ${THRESHOLD}`)}`,
    rows: rowsOf({ where: HAS_CANDIDATES, columns: COLUMNS, atMost: MAX_COMPARED }),
  };
}

function buildStatement(scope: ScopeParameters): ReadStatement {
  const { with: tables, rows } = scope === 'all' ? selectAmongAll() : selectWithin(scope);
  const suggested = sql`suggested as materialized (
    select first_name, last_name, min(id) as id, max(similarity) as similarity
    from (${rows}) compared where similarity is not null
    group by first_name, last_name
    order by similarity desc, last_name, first_name limit ${inlineNumber(SIMILAR_NAMES)})`;
  return {
    with: sql`${tables}, ${suggested}`,
    select: sql`(select coalesce(json_agg(json_build_object('_id', id, 'first_name', first_name, 'last_name', last_name)), '[]')
      from suggested) as names`,
    recordIds: sql`(select coalesce(array_agg(id), '{}') from suggested)`,
  };
}

/** The statements that find the similar names among the referrals that a caller may see, one for each scope of callers. */
export const SIMILAR_STATEMENTS: readonly CallerStatement[] = CALLER_SCOPES.map(
  ({ roles, scope }) => ({ roles, statement: buildStatement(scope) }),
);

/** The values of the placeholders: the words of the name in the text of the search box. */
export function similarValues({ q }: { q: string }): { words: string[] } {
  const { name = '' } = readQuickSearch(q);
  const found = searchKey(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return {
    words: [...new Set(found)]
      .filter((word) => word.length >= MIN_LENGTH)
      .toSorted((one, other) => other.length - one.length)
      .slice(0, MAX_WORDS),
  };
}

const rowSchema = z.object({ names: z.array(similarNameSchema) });
export const readSimilar = (row: unknown): SimilarName[] => rowSchema.parse(row).names;
