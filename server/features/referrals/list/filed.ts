/**
 * Referrals as an account filed them, for those outside of the program, with the one answer that they may get
 * (docs/decisions/0078-inside-and-outside.md). What was corrected, moved, declined, held, deleted or put back since changes
 * neither a row nor its place nor the number of rows, and runs the same statements.
 */
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { SEXES } from '../../../../contract/constants';
import type { FiledReferral } from '../../../../contract/entities/filed';
import { typedWords } from '../../../../contract/textMatching';
import type { Database } from '../../../db/database';
import { referral, referral_event, site } from '../../../db/schema';
import { containsPattern, hasWords, searchKeyOf } from '../../../db/textKeys';
import { answerText } from '../../../languages';
import type { FilterQuery } from './filters';
import { isoTime } from './json';
import { readQuickSearch, toPhoneSearch, toTrackingSearch } from './searchText';

/** Until somebody consents, this is all that is said. */
const ANSWER = 'callUs';
const ANSWER_TEXT = answerText(ANSWER);

/** The columns of `filed`. */
const column = (name: string): SQL => sql`filed.${sql.identifier(name)}`;

/** What a field was before its first correction. */
const before = (field: string) => sql`was.fields ->> ${sql.raw(`'${field}'`)}`;
const isCorrected = (field: string) => sql`was.fields ? ${sql.raw(`'${field}'`)}`;

const SITE_ID = sql`coalesce(${before('site')}, ${referral.site_id})`;

/** All that an account filed, as it filed it. */
const filedBy = (accountId: string): SQL => sql`(
  select ${referral.id} as id, ${referral.tracking_id} as tracking_id, ${referral.entry_date} as entry_date,
    coalesce(${before('first_name')}, ${referral.first_name}) as first_name,
    coalesce(${before('last_name')}, ${referral.last_name}) as last_name,
    coalesce(${before('contact_number')}, ${referral.contact_number}) as contact_number,
    case when ${isCorrected('contact_number')} then regexp_replace(${before('contact_number')}, '\\D', '', 'g')
      else ${referral.contact_digits} end as contact_digits,
    coalesce(${before('sex')}, ${referral.sex}) as sex,
    coalesce((${before('dob')})::date, ${referral.dob}) as dob,
    case when ${isCorrected('substance')} then array(select jsonb_array_elements_text(was.fields -> 'substance'))
      else ${referral.substance} end as substance,
    ${SITE_ID} as site_id, ${site.name} as site_name
  from ${referral}
  left join lateral (
    select jsonb_object_agg(change ->> 'field', change -> 'from' order by ${referral_event.at} desc, ${referral_event.id} desc) as fields
    from ${referral_event} cross join jsonb_array_elements(${referral_event.changes}) change
    where ${referral_event.referral_id} = ${referral.id} and ${referral_event.kind} = 'corrected') was on true
  join ${site} on ${site.id} = ${SITE_ID}
  where ${referral.created_by} = ${accountId}) filed`;

const COLUMNS = sql`filed.id as "_id", first_name, last_name, contact_number,
  json_build_object('value', site_id, 'label', site_name) as site, sex, dob::text as dob, substance, tracking_id,
  ${isoTime(column('entry_date'))} as entry_date`;

type Row = Omit<FiledReferral, 'status' | 'answer'>;

const toFiled = (row: Row): FiledReferral => ({ ...row, status: ANSWER_TEXT, answer: ANSWER });

async function select(db: Database, statement: SQL): Promise<FiledReferral[]> {
  const { rows } = (await db.execute(statement)) as { rows: Row[] };
  return rows.map(toFiled);
}

/** How many referrals an account has filed. */
export const countFiled = (db: Database, accountId: string): Promise<number> =>
  db.$count(referral, eq(referral.created_by, accountId));

/** A page of a list, with the filters of any list of referrals. */
export type FiledQuery = FilterQuery & {
  /** From 1. */
  readonly page: number;
  readonly size: number;
};

/** Lists the referrals that an account filed, newest first: in this order alone, which nothing changes. */
export async function listFiled(
  db: Database,
  accountId: string,
  { page, size, ...filters }: FiledQuery,
) {
  const condition = filterCondition(filters);
  const from = filedBy(accountId);
  const items = await select(
    db,
    sql`select ${COLUMNS} from ${from} where ${condition ?? sql`true`}
      order by filed.entry_date desc, filed.id desc limit ${size} offset ${(page - 1) * size}`,
  );
  if (!condition) return { items, total: await countFiled(db, accountId) };
  const { rows } = (await db.execute(
    sql`select count(*)::int as total from ${from} where ${condition}`,
  )) as { rows: { total: number }[] };
  return { items, total: rows[0]?.total ?? 0 };
}

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

/** Returns the filters as a condition; undefined without any. What these rows do not have finds none of them. */
function filterCondition(query: FilterQuery): SQL | undefined {
  const { q, name, contact_number, tracking_id, gender, referral_status, site: siteId } = query;
  const { substance, from, to, referred_by, owner, end_reason, follow_up_by } = query;
  return and(
    q ? findsEverywhere(q) : undefined,
    name ? hasName(name) : undefined,
    contact_number ? hasNumber(contact_number) : undefined,
    tracking_id ? hasTrackingId(tracking_id) : undefined,
    gender ? isOneOf(SEXES, gender, (sex) => eq(column('sex'), sex)) : undefined,
    referral_status && referral_status !== ANSWER_TEXT ? NOTHING : undefined,
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
