/** Searches for a typed text: by name, birth date, phone number, tracking ID and referrer. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { sameKey } from '../../../../contract/textMatching';
import { account, referral } from '../../../db/schema';
import { containsPattern, searchKeyOf } from '../../../db/textKeys';
import { opaqueText, opaqueTextArray, inlineNumber } from '../../../db/statements/parameters';
import { GUEST_REFERRER_ID, isLive } from '../visibility';
import { indexedWords, wordConditions, wordPatterns, wordValues } from './names';
import { readQuickSearch, toPhoneSearch, toTrackingSearch } from './searchText';

/** A part of a statement that searches. */
export interface Search {
  /** Common table expressions, separated by commas. */
  readonly with?: SQL;
  readonly condition: SQL;
  /** Conditions whose union equals `condition` and each of which has an index, for a search of all referrals. */
  readonly byIndexes?: readonly SQL[];
  /** The part of `condition` on the entry date: a range of the indexes that begin with the entry date. */
  readonly period?: SQL;
  /**
   * Estimates how many of all referrals match. Absent without an estimate, and for a caller who may not see all referrals:
   * matches that they may not see must not influence how the list is read.
   * @param all an expression for the number of all referrals
   */
  readonly expected?: (all: SQL) => SQL;
}

/**
 * A typed part of a phone number or tracking ID is short if it has no trigram. Three digits may be an area code, which is
 * common.
 */
type Length = 'short' | 'area' | 'long';
const TRIGRAM_LENGTH = 3;
const lengthOf = (text: string): Length => (text.length < TRIGRAM_LENGTH ? 'short' : 'long');
const lengthOfDigits = (digits: string): Length =>
  digits.length === TRIGRAM_LENGTH ? 'area' : lengthOf(digits);

/** Which fields the text of the search box can match. */
export interface QuickParts {
  readonly isName: boolean;
  /** Whether the text has a birth date. Then only that is searched, and the name if there is one. */
  readonly isBirthDate: boolean;
  readonly phone: Length | undefined;
  readonly tracking: Length | undefined;
}

/** Which text searches a query has, without their values. */
export interface TextSearches {
  readonly q: QuickParts | undefined;
  readonly name: boolean;
  /** 'none' if nothing is left of the text: it matches no phone number, or no tracking ID. */
  readonly phone: Length | 'none' | undefined;
  readonly tracking: Length | 'none' | undefined;
  readonly referrer: 'guest' | 'named' | undefined;
}

type Texts = Pick<ReferralFilters, 'name' | 'contact_number' | 'tracking_id' | 'referred_by'> & {
  readonly q?: string | undefined;
};

/** The text that filters for referrals filed without signing in, as the screen calls it (spec section 1). */
const GUEST_FILTER = 'guest';

export function textSearchesOf({
  q,
  name,
  contact_number,
  tracking_id,
  referred_by,
}: Texts): TextSearches {
  const tracking = tracking_id && toTrackingSearch(tracking_id);
  const digits = contact_number && toPhoneSearch(contact_number);
  const isGuest = !!referred_by && sameKey(referred_by) === GUEST_FILTER;
  return {
    q: q ? quickPartsOf(q) : undefined,
    name: !!name?.trim(),
    phone: contact_number ? (digits ? lengthOfDigits(digits) : 'none') : undefined,
    tracking: tracking_id?.trim() ? (tracking ? lengthOf(tracking) : 'none') : undefined,
    referrer: referred_by ? (isGuest ? 'guest' : 'named') : undefined,
  };
}

function quickPartsOf(q: string): QuickParts {
  const { name, isPhone, isTracking, birthDates } = readQuickSearch(q);
  return {
    isName: name !== undefined,
    isBirthDate: birthDates.length > 0,
    phone: isPhone ? lengthOfDigits(toPhoneSearch(q)) : undefined,
    tracking: isTracking ? lengthOf(toTrackingSearch(q)) : undefined,
  };
}

/** The values of the placeholders. */
export function searchValues({
  q = '',
  name,
  contact_number = '',
  tracking_id = '',
  referred_by = '',
}: Texts) {
  const quick = readQuickSearch(q);
  return {
    ...wordValues('q', quick.name),
    qBirthDates: quick.birthDates,
    qPhone: containsPattern(toPhoneSearch(q)),
    qTracking: containsPattern(toTrackingSearch(q)),
    ...wordValues('name', name),
    phone: containsPattern(toPhoneSearch(contact_number)),
    tracking: containsPattern(toTrackingSearch(tracking_id)),
    ...wordValues('referrer', referred_by),
  };
}

/** @param isAll whether all referrals are searched, and not only some of a scope */
export function searchNames(name: string, isAll: boolean): Search {
  const { hasWords, byIndex, byScan, expected } = wordConditions(name);
  if (!isAll) return { with: wordPatterns(name), condition: hasWords };
  return {
    with: indexedWords(name),
    condition: hasWords,
    byIndexes: [byIndex, byScan],
    expected,
  };
}

const patternOf = (name: string): SQL => opaqueText(sql.placeholder(name));

/** About how many referrals an estimate is made from. */
const SAMPLE_SIZE = 500;
/**
 * Estimates the number of matches from a sample of pages of the table: what arrived together would say too little about the
 * others. The seed is fixed, so that the same list is read in the same way.
 */
export const expectedBySample = (condition: SQL) => (all: SQL) => sql`(
  select ${all} * count(*) filter (where ${condition}) / greatest(count(*), 1) from (
    select * from ${referral} tablesample system (least(100, 100.0 * ${inlineNumber(SAMPLE_SIZE)} / greatest(${all}, 1))) repeatable (0)
  ) referral where ${isLive})`;

/** The number of referrals up to which a search without an index scans the table. */
const LONG_LIST = 25_000;

function searchPart(condition: SQL, length: Length, isAll: boolean): Search {
  if (!isAll || length === 'long') return { condition };
  const sample = expectedBySample(condition);
  if (length === 'area') return { condition, expected: sample };
  return {
    condition,
    expected: (all) =>
      sql`case when ${all} > ${inlineNumber(LONG_LIST)} then ${all} else ${sample(all)} end`,
  };
}

export const searchPhones = (name: string, length: Length, isAll: boolean): Search =>
  searchPart(like(referral.contact_digits, patternOf(name)), length, isAll);

/** Finds tracking IDs by a part of them without dashes. */
export const searchTrackingIds = (name: string, length: Length, isAll: boolean): Search =>
  searchPart(like(sql`replace(${referral.tracking_id}, '-', '')`, patternOf(name)), length, isAll);

const hasBirthDate = sql`${referral.dob} = any(${opaqueTextArray(sql.placeholder('qBirthDates'))}::date[])`;
/** Finds by birth date; with a name, those of that name. */
function searchBirthDates(isName: boolean): Search {
  if (!isName) return { condition: hasBirthDate };
  const { hasWords } = wordConditions('q');
  return { with: wordPatterns('q'), condition: sql`${and(hasBirthDate, hasWords)}` };
}

/**
 * The one search box: finds by birth date, or by name, phone number or tracking ID, whichever the text can be a part of.
 */
export function searchEverything(
  { isName, isBirthDate, phone, tracking }: QuickParts,
  isAll: boolean,
): Search {
  if (isBirthDate) return searchBirthDates(isName);
  const parts = [
    isName && searchNames('q', isAll),
    phone && searchPhones('qPhone', phone, isAll),
    tracking && searchTrackingIds('qTracking', tracking, isAll),
  ].filter((part) => !!part);
  const expectations = parts.flatMap((part) => part.expected ?? []);
  return {
    ...joinTables(parts),
    condition: sql`${or(...parts.map(({ condition }) => condition))}`,
    byIndexes: parts.flatMap(({ condition, byIndexes = [condition] }) => byIndexes),
    ...(expectations.length > 0 && {
      expected: (all: SQL) =>
        sql`greatest(${sql.join(
          expectations.map((expected) => expected(all)),
          sql`, `,
        )})`,
    }),
  };
}

const referrerPatterns = opaqueTextArray(sql.placeholder('referrerPatterns'));
const referrerSpellings = opaqueTextArray(sql.placeholder('referrerSpellings'));
const containsReferrer = (text: SQL) => sql`${searchKeyOf(text)} like all (${referrerPatterns})`;

/**
 * An expression for the ids of the accounts whose name contains each word of the text. The names of accounts are no secret
 * among staff. The first condition uses the index, which covers name and email; the others restrict the match to the name.
 */
const NAMED_ACCOUNTS = sql`array(
  select ${account.id} from ${account} where ${and(
    sql`cardinality(${referrerPatterns}) > 0`,
    containsReferrer(sql`${account.fullname} || ' ' || ${account.username}`),
    containsReferrer(sql`${account.fullname}`),
    sql`' ' || ${searchKeyOf(sql`${account.fullname}`)} ~ all (${referrerSpellings})`,
  )})`;

/** Condition: the referrer's name contains each word of the text. */
export const isOfNamedAccount: SQL = sql`${referral.referrer_id} = any(${NAMED_ACCOUNTS})`;
/** Condition: filed by a guest, or the text 'guest' is in the referrer's name. */
export const isOfGuest: SQL = sql`${referral.referrer_id} = any(${GUEST_REFERRER_ID}::text || ${NAMED_ACCOUNTS})`;

export const searchReferrers = (isAll: boolean): Search => ({
  condition: isOfNamedAccount,
  ...(isAll && { expected: expectedBySample(isOfNamedAccount) }),
});

const joinTables = (searches: readonly Search[]): Pick<Search, 'with'> => {
  const tables = searches.flatMap((search) => search.with ?? []);
  return tables.length > 0 ? { with: sql.join(tables, sql`, `) } : {};
};

/** Intersects searches. It uses the indexes of the first, and the others as further conditions. */
export function allOf(searches: readonly Search[]): Search {
  const [first, ...others] = searches;
  if (!first || others.length === 0) return first ?? { condition: sql`true` };
  const period = searches.find((search) => search.period)?.period;
  const rest = others.map(({ condition }) => condition);
  const { condition } = first;
  // A search by a period needs no other index: the list, newest first, is sorted by the entry date.
  const byIndexes = first.byIndexes ?? (first.period ? undefined : [condition]);
  const expectations = searches.flatMap(({ expected }) => expected ?? []);
  return {
    ...joinTables(searches),
    condition: sql`${and(condition, ...rest)}`,
    ...(period && { period }),
    ...(byIndexes && { byIndexes: byIndexes.map((one) => sql`${and(one, ...rest)}`) }),
    ...(expectations.length === searches.length && {
      expected: (all: SQL) =>
        sql`least(${sql.join(
          expectations.map((expected) => expected(all)),
          sql`, `,
        )})`,
    }),
  };
}
