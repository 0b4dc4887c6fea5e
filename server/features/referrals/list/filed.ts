/**
 * Referrals as an account filed them, for those outside of the program, with the answer that they may get
 * (docs/decisions/0078-inside-and-outside.md); and while it lasts, those whose consent names the account
 * (docs/decisions/0079-consents.md). What was corrected, moved, declined, held, deleted or put back since changes neither a row
 * nor its place nor the number of rows, and runs the same statements.
 */
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { SEXES } from '../../../../contract/constants';
import type { FiledReferral } from '../../../../contract/entities/filed';
import { typedWords } from '../../../../contract/textMatching';
import type { Database } from '../../../db/database';
import { referral, site } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { containsPattern, hasWords, searchKeyOf } from '../../../db/textKeys';
import { answerWords } from '../../../languages';
import { isCorrected, JOIN_FILED, valueAsFiled } from '../asFiled';
import { type Answer, sentencesWith } from './answers';
import type { FilterQuery } from './filters';
import { isoTime } from './json';
import { readQuickSearch, toPhoneSearch, toTrackingSearch } from './searchText';

/** What is said without a consent. */
const UNANSWERED = 'callUs';

/** The columns of `filed`. */
const column = (name: string): SQL => sql`filed.${sql.identifier(name)}`;

const SITE_ID = sql`coalesce(${valueAsFiled('site')}, ${referral.site_id})`;

const isFiler = (accountId: string) => eq(referral.created_by, accountId);

/** The answers of a caller, by the ids of the referrals. */
type Answers = ReadonlyMap<string, Answer>;

/** What is shown of the referrals that others filed, by their ids: only the name that was signed, and since when. */
function namesOfOthers(answers: Answers): Record<string, { name: string; since: string }> {
  const others = [...answers].filter(([, { isOfOther }]) => isOfOther);
  return Object.fromEntries(
    others.map(([id, { consent, since }]) => [id, { name: consent.person_name, since }]),
  );
}

/** Whether the account filed the row, and what it may hear of one that others filed. */
const IS_OWN = sql`${referral}.is_own`;
const other = (key: string) => sql`${referral}.other ->> ${sql.raw(`'${key}'`)}`;
const ifOwn = (value: SQL): SQL => sql`case when ${IS_OWN} then ${value} end`;

/** All that an account filed, as it filed it, and what others filed that it may hear of: of those, nothing but the name. */
function shownTo(accountId: string, answers: Answers): SQL {
  const others = namesOfOthers(answers);
  const shown = sql`
    select *, ${isFiler(accountId)} as is_own, ${JSON.stringify(others)}::jsonb -> ${referral.id} as other
    from ${referral} where ${or(isFiler(accountId), isAnyOf(referral.id, Object.keys(others)))}`;
  return sql`(
  select ${referral.id} as id, ${ifOwn(sql`${referral.tracking_id}`)} as tracking_id,
    coalesce(${ifOwn(sql`${referral.entry_date}`)}, (${other('since')})::timestamptz) as entry_date,
    coalesce(${ifOwn(sql`coalesce(${valueAsFiled('first_name')}, ${referral.first_name})`)}, ${other('name')}) as first_name,
    coalesce(${ifOwn(sql`coalesce(${valueAsFiled('last_name')}, ${referral.last_name})`)}, '') as last_name,
    ${ifOwn(sql`coalesce(${valueAsFiled('contact_number')}, ${referral.contact_number})`)} as contact_number,
    ${ifOwn(sql`case when ${isCorrected('contact_number')} then regexp_replace(${valueAsFiled('contact_number')}, '\\D', '', 'g')
      else ${referral.contact_digits} end`)} as contact_digits,
    ${ifOwn(sql`coalesce(${valueAsFiled('sex')}, ${referral.sex})`)} as sex,
    ${ifOwn(sql`coalesce((${valueAsFiled('dob')})::date, ${referral.dob})`)} as dob,
    coalesce(${ifOwn(sql`case when ${isCorrected('substance')} then array(select jsonb_array_elements_text(was.fields -> 'substance'))
      else ${referral.substance} end`)}, '{}') as substance,
    ${ifOwn(SITE_ID)} as site_id, ${ifOwn(sql`${site.name}`)} as site_name
  from (${shown}) ${referral}
  ${JOIN_FILED}
  join ${site} on ${site.id} = ${SITE_ID}) filed`;
}

const COLUMNS = sql`filed.id as "_id", first_name, last_name, coalesce(contact_number, '') as contact_number,
  json_build_object('value', coalesce(site_id, ''), 'label', coalesce(site_name, '')) as site, sex, dob::text as dob, substance, coalesce(tracking_id, '') as tracking_id,
  ${isoTime(column('entry_date'))} as entry_date`;

type Row = Omit<FiledReferral, 'status' | 'answer' | 'consent'>;

/** How many referrals an account reads: what it filed, and what others filed that it may hear of. */
export async function countFiled(
  db: Database,
  accountId: string,
  answers: Answers,
): Promise<number> {
  const others = [...answers.values()].filter(({ isOfOther }) => isOfOther);
  return (await db.$count(referral, isFiler(accountId))) + others.length;
}

/** A page of a list, with the filters of any list of referrals. */
export type FiledQuery = FilterQuery & {
  /** From 1. */
  readonly page: number;
  readonly size: number;
};

/**
 * Lists the referrals that an account filed, and those that it may hear of, newest first: in this order alone, which nothing
 * changes.
 * @param phone the number of the provider
 * @returns the page, and the answers that it tells: those of its rows, and what a filter tells by the number of rows that it finds
 */
export async function listFiled(
  db: Database,
  accountId: string,
  answers: Answers,
  phone: string,
  { page, size, ...filters }: FiledQuery,
) {
  const condition = filterCondition(filters, answers, phone);
  const from = shownTo(accountId, answers);
  const toItem = (row: Row): FiledReferral => {
    const { sentence = UNANSWERED, consent = null } = answers.get(row._id) ?? {};
    return { ...row, status: answerWords(sentence, phone), answer: sentence, consent };
  };
  const { rows } = (await db.execute(
    sql`select ${COLUMNS} from ${from} where ${condition ?? sql`true`}
      order by filed.entry_date desc, filed.id desc limit ${size} offset ${(page - 1) * size}`,
  )) as { rows: Row[] };
  const items = rows.map(toItem);
  const shown = rows.map(({ _id }) => _id);
  if (!condition) {
    const total = await countFiled(db, accountId, answers);
    return { items, total, told: answersOf(shown, answers) };
  }
  const isAnswered = isAnyOf(column('id'), [...answers.keys()]);
  const { rows: counted } = (await db.execute(
    sql`select count(*)::int as total, coalesce(array_agg(filed.id) filter (where ${isAnswered}), '{}') as answered
      from ${from} where ${condition}`,
  )) as { rows: { total: number; answered: string[] }[] };
  const [{ total, answered } = { total: 0, answered: [] }] = counted;
  // What others filed is no row at all without a consent.
  const isTold = (id: string) => filters.referral_status || answers.get(id)?.isOfOther;
  const ids = new Set([...shown, ...answered.filter(isTold)]);
  return { items, total, told: answersOf(ids, answers) };
}

const answersOf = (ids: Iterable<string>, answers: Answers): Answer[] =>
  Array.from(ids, (id) => answers.get(id)).filter((answer) => answer !== undefined);

const NOTHING = sql`false`;

const hasName = (name: string) => {
  const words = typedWords(name);
  const key = searchKeyOf(sql`filed.first_name || ' ' || filed.last_name`);
  return words.length > 0 ? hasWords(key, words) : NOTHING;
};
const hasPart = (of: SQL, part: string) =>
  part === '' ? NOTHING : sql`${of} like ${containsPattern(part)}`;
const hasNumber = (typed: string) => hasPart(column('contact_digits'), toPhoneSearch(typed));
const hasTrackingId = (typed: string) =>
  hasPart(sql`replace(filed.tracking_id, '-', '')`, toTrackingSearch(typed));

/** The one search box, as in the list of staff. */
function findsEverywhere(q: string): SQL | undefined {
  const { name, isPhone, isTracking, birthDates } = readQuickSearch(q);
  if (birthDates.length > 0) {
    const isBorn = inArray(sql`filed.dob::text`, [...birthDates]);
    return and(isBorn, name === undefined ? undefined : hasName(name));
  }
  return or(
    name === undefined ? undefined : hasName(name),
    isPhone ? hasNumber(q) : undefined,
    isTracking ? hasTrackingId(q) : undefined,
  );
}

/** Finds the rows whose answer has these words. */
function hasAnswer(text: string, answers: Answers, phone: string): SQL {
  const sentences = sentencesWith(text, phone);
  const withMore = [...answers].filter(([, { sentence }]) => sentences.includes(sentence));
  const isOne = isAnyOf(
    column('id'),
    withMore.map(([id]) => id),
  );
  const isAnswered = isAnyOf(column('id'), [...answers.keys()]);
  return sentences.includes(UNANSWERED) ? sql`(${isOne} or not ${isAnswered})` : isOne;
}

/** Returns the filters as a condition; undefined without any. What these rows do not have finds none of them. */
function filterCondition(query: FilterQuery, answers: Answers, phone: string): SQL | undefined {
  const { q, name, contact_number, tracking_id, gender, referral_status, site: siteId } = query;
  const { substance, from, to, referred_by, owner, end_reason, follow_up_by } = query;
  return and(
    q ? findsEverywhere(q) : undefined,
    name ? hasName(name) : undefined,
    contact_number ? hasNumber(contact_number) : undefined,
    tracking_id ? hasTrackingId(tracking_id) : undefined,
    gender ? isOneOf(SEXES, gender, (sex) => eq(column('sex'), sex)) : undefined,
    referral_status ? hasAnswer(referral_status, answers, phone) : undefined,
    siteId === undefined ? undefined : eq(column('site_id'), siteId),
    substance === undefined ? undefined : sql`filed.substance @> array[${substance}::text]`,
    from === undefined ? undefined : gte(column('entry_date'), instant(from)),
    to === undefined ? undefined : lt(column('entry_date'), instant(to)),
    [referred_by, owner, end_reason, follow_up_by].some(Boolean) ? NOTHING : undefined,
  );
}

const isOneOf = <Value extends string>(
  list: readonly Value[],
  text: string,
  condition: (value: Value) => SQL,
) => {
  const value = list.find((one) => one === text);
  return value === undefined ? NOTHING : condition(value);
};

const MILLISECONDS = 1_000;
/** PostgreSQL does not parse every year that a JavaScript date can have. */
const instant = (iso: string) =>
  sql`to_timestamp(${Date.parse(iso) / MILLISECONDS}::double precision)`;
