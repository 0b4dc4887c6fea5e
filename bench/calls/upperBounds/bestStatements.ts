/**
 * Builds statements that return the content of a list, as JSON of the page and its total, without authentication, scope or
 * audit. Their values are inlined, so that the plan fits them and is made once.
 */
import pg from 'pg';
import { REFERRAL_STATUSES } from '../../../contract/staffConstants';
import { MAX_COUNTED } from '../../../server/features/referrals';

/** One page of a list whose total is in `bench_count`. `where` or `ranges`, or both, describe its rows, unless it has all. */
export interface ListQuery {
  /** Condition beyond being in the ordinary lists. */
  readonly where?: string;
  /** Index ranges that together have these rows: where the ranges come from, and the condition to be in one of them. */
  readonly ranges?: { readonly from: string; readonly is: string };
  readonly order?: Order;
  /** From 1. */
  readonly page?: number;
  /** Rows a page. */
  readonly size: number;
  /** The kinds of `bench_count` whose counts add up to the total. */
  readonly counted: readonly string[];
  /** The kinds of `bench_count` whose counts are on the tabs, in an order of `TABS`; absent for a list without tabs. */
  readonly tabs?: Tabs | undefined;
}

/** The kinds of `bench_count` that have the counts of the tabs. */
export interface Tabs {
  readonly all: readonly string[];
  readonly ofStatus: (status: string) => readonly string[];
  readonly ofNobody: readonly string[];
}

interface Order {
  readonly key: 'entry_date' | 'name_sorted';
  readonly direction: 'asc' | 'desc';
}
const NEWEST: Order = { key: 'entry_date', direction: 'desc' };

/** Condition: in the ordinary lists, in the spelling of the indexes. */
const LIVE = 'referral.deleted_at is null and referral.hold_reason is null';

/** The columns of a referral in an answer. */
const ITEM = `
  referral.id as "_id", first_name, last_name, contact_number, json_build_object('value', site.id, 'label', site.name) as site,
  sex, dob, substance, status, tracking_id,
  case when referrer.id is not null then json_build_object('fullname', referrer.fullname) end as user_info,
  referral.entry_date, exists (select 1 from account where account.referral_id = referral.id) as has_account, notes,
  medi_cal as "mediCal", medi_cal_county as "mediCal_county", probation_name, probation_phone, probation_email,
  preferred_language, may_voicemail, may_text, reach_note,
  referral.version, case when owner.id is not null then json_build_object('id', owner.id, 'fullname', owner.fullname) end as owner`;
const JOINED = `
  join site on site.id = referral.site_id
  left join account referrer on referrer.id = referral.referrer_id
  left join account owner on owner.id = referral.owner_id`;

/** Joins the ids of a page with their rows. */
const rowsOf = (ids: string) => `(${ids}) page join referral on referral.id = page.id`;

/**
 * Builds equivalent statements for a page: which of them is the fastest depends on the engine and the number of referrals.
 * @returns statements whose one row has the JSON text `body`
 */
export function buildListStatements({ counted, tabs, ...query }: ListQuery): readonly string[] {
  const { where, ranges, order = NEWEST, page = 1, size } = query;
  const orderBy = orderTerms(order);
  const offset = (page - 1) * size;
  const window = `limit ${size} offset ${offset}`;
  const inOrder = (columns: string, condition = 'true') =>
    `select ${columns} from referral where ${LIVE} and ${condition} ${orderBy}`;
  const selects: ((columns: string) => string)[] = [];
  if (where !== undefined || !ranges)
    selects.push((columns) => `${inOrder(columns, where)} ${window}`);
  if (ranges) {
    selects.push(
      (columns) => `select referral.* from ${ranges.from}
        cross join lateral (${inOrder(columns, ranges.is)} limit ${offset + size}) referral ${orderBy} ${window}`,
    );
  }
  const total = sumOf(counted);
  return selects
    .flatMap((select) => [`(${select('referral.*')}) referral`, rowsOf(select(`id, ${order.key}`))])
    .map((rows) => `select ${buildBody(rows, orderBy, total, tabs && keptTabs(tabs))}`);
}

/** Total of an answer; a lower bound if there are `more`. */
export interface Found {
  readonly total: number;
  readonly more?: boolean | undefined;
  /** Absent for a list without tabs; null if too many are found to count. */
  readonly counts?: unknown;
}

const sumOf = (kinds: readonly string[]) =>
  `(select coalesce(sum(count), 0)::int from bench_count where kind in (${quoteAll(kinds)}))`;

/** The counts of the tabs. The caller owns no referral. */
const tabsOf = (count: (status?: string) => string, ofNobody: string) => `
  json_build_object('all', ${count()}, 'statuses', json_build_object(${REFERRAL_STATUSES.map(
    (status) => `${pg.escapeLiteral(status)}, ${count(status)}`,
  ).join(', ')}), 'mine', 0, 'nobody', ${ofNobody})`;
const keptTabs = ({ all, ofStatus, ofNobody }: Tabs) =>
  tabsOf((status) => sumOf(status === undefined ? all : ofStatus(status)), sumOf(ofNobody));
const FOUND_TABS = tabsOf(
  (status) =>
    `(select count(*)::int from found${status === undefined ? '' : ` where status = ${pg.escapeLiteral(status)}`})`,
  '(select count(*)::int from found where owner_id is null)',
);

/**
 * Builds equivalent statements for the first page of a search, newest first, counting as far as our answer does.
 * @param match condition on a referral
 * @returns statements whose one row has the JSON text `body`
 */
export function buildSearchStatements(
  match: string,
  size: number,
  { total, more = false, counts }: Found,
): readonly string[] {
  const orderBy = orderTerms(NEWEST);
  const matching = (columns: string) =>
    `select ${columns} from referral where ${LIVE} and ${match}`;
  const number = '(select count(*)::int from found)';
  const firstOf = (columns: string) =>
    `(select ${columns} from found referral ${orderBy} limit ${size})`;
  const tabs = counts === undefined ? undefined : counts === null ? 'null' : FOUND_TABS;
  const build = (found: string, rows: string) =>
    `with found as materialized (${found}) select ${buildBody(rows, orderBy, number, tabs)}`;
  if (!more) {
    const all = `limit ${MAX_COUNTED + 1}`;
    return [
      build(`${matching('referral.*')} ${all}`, `${firstOf('*')} referral`),
      build(`${matching('id, entry_date, status, owner_id')} ${all}`, rowsOf(firstOf('id'))),
    ];
  }
  return [
    build(`${matching('id, entry_date')} ${orderBy} limit ${total}`, rowsOf(firstOf('id'))),
    build(`${matching('id')} limit ${total}`, rowsOf(`${matching('id')} ${orderBy} limit ${size}`)),
  ];
}

/** Builds the statement for a count. */
export const buildCountStatement = (kind: string) =>
  `select json_build_object('count', count)::text as body from bench_count where kind = ${pg.escapeLiteral(kind)}`;

const containing = (text: string) => pg.escapeLiteral(`%${text}%`);

/** Condition: the searched name contains each word; they have no pattern characters. The index for it has this collation. */
export const nameContains = (text: string) =>
  text
    .split(' ')
    .map((word) => `name_searched collate "C" like ${containing(word)}`)
    .join(' and ');
/** Condition: the telephone number contains the digits. */
export const phoneContains = (digits: string) => `contact_digits like ${containing(digits)}`;
/** Condition: the telephone number or the tracking ID contains the digits. */
export const phoneOrTrackingContains = (digits: string) =>
  `(${phoneContains(digits)} or replace(tracking_id, '-', '') like ${containing(digits)})`;
/** Condition: has the birth date, and the last name if one is given. */
export const isBornOn = (date: string, lastName?: string) =>
  `dob = ${pg.escapeLiteral(date)}${lastName === undefined ? '' : ` and last_name = ${pg.escapeLiteral(lastName)}`}`;
/** Condition: a whole tracking ID, which no other one contains. */
export const hasTrackingId = (id: string) => `tracking_id = ${pg.escapeLiteral(id)}`;

/** Formats the texts as a list of SQL. */
export const quoteAll = (texts: readonly string[]) =>
  texts.map((text) => pg.escapeLiteral(text)).join(', ');

const orderTerms = ({ key, direction }: Order) =>
  `order by referral.${key} ${direction}, referral.id ${direction}`;

/** The database writes the JSON: parsing the rows and writing it in Node takes longer on both engines. */
const buildBody = (rows: string, orderBy: string, total: string, tabs?: string) =>
  `json_build_object('items', coalesce((select json_agg(item) from (
      select ${ITEM} from ${rows} ${JOINED} ${orderBy}) item), '[]'), 'total', ${total}${tabs === undefined ? '' : `, 'counts', ${tabs}`})::text as body`;
