/** The orders of a list, and the conditions for a page that starts after a cursor. */
import { and, or, type SQL, sql } from 'drizzle-orm';
import {
  OPEN_STATUSES,
  REFERRAL_STATUSES,
  type ReferralStatus,
  type WorklistSort,
} from '../../../../contract/staffConstants';
import { textArray } from '../../../db/statements/parameters';
import { sortKeyOf } from '../../../db/textKeys';
import { OPEN, referral, site } from '../../../db/schema';
import type { Cursor } from './cursor';

type Direction = 'asc' | 'desc';

export interface ListOrder {
  readonly sort: WorklistSort;
  readonly direction: Direction;
}
export const NEWEST_FIRST: ListOrder = { sort: 'entry_date', direction: 'desc' };

const IS_OPEN: SQL = sql`${referral.status} in (${OPEN})`;
/** Condition: the person of an open referral waits to be reached. */
const IS_WAITING: SQL = sql`(${IS_OPEN} and ${referral.reached_at} is null)`;
const WAITING_SINCE: SQL = sql`coalesce(${referral.reopened_at}, ${referral.entry_date})`;
/** The condition of the index 'referral_reopened_or_reached': who waits does not wait since the entry. */
export const IS_REOPENED_OR_REACHED: SQL = sql`(${IS_OPEN} and (${referral.reopened_at} is not null or ${referral.reached_at} is not null))`;

export const siteName = sortKeyOf(sql`${site.name}`);

/** Expressions for the cursor of a row. */
export const CURSOR_OF_ROW: Readonly<Record<keyof Cursor, SQL>> = {
  id: sql`${referral.id}`,
  status: sql`${referral.status}`,
  entered: sql`${referral.entry_date}::text`,
  waits: sql`case when ${IS_WAITING} then ${WAITING_SINCE}::text end`,
  name: sql`${referral.name_sorted}`,
  siteId: sql`${referral.site_id}`,
  siteName,
};

/** Placeholders for the values of a cursor. */
const AFTER = {
  id: sql`${sql.placeholder('afterId')}::text`,
  entered: sql`${sql.placeholder('afterEntered')}::timestamptz`,
  waits: sql`${sql.placeholder('afterWaits')}::timestamptz`,
  name: sql`${sql.placeholder('afterName')}::text`,
  siteId: sql`${sql.placeholder('afterSiteId')}::text`,
  siteName: sql`${sql.placeholder('afterSiteName')}::text`,
};
/** The values of the placeholders of `AFTER`. */
export const cursorValues = (cursor: Cursor | undefined) => ({
  afterId: cursor?.id,
  afterEntered: cursor?.entered,
  afterWaits: cursor?.waits,
  afterName: cursor?.name,
  afterSiteId: cursor?.siteId,
  afterSiteName: cursor?.siteName,
});

/**
 * The start of a page: after the cursor in `AFTER`. Its status, and whether somebody waits, are parts of the statement, not
 * placeholders.
 */
export interface Start extends Pick<Cursor, 'status'> {
  readonly isWaiting: boolean;
}

/** One value that rows are sorted by. */
export interface Term {
  readonly value: SQL;
  readonly direction: Direction;
  /** The value in the cursor after which the page starts. */
  at(start: Start): SQL;
}

const entered = (direction: Direction): Term => ({
  value: sql`${referral.entry_date}`,
  direction,
  at: () => AFTER.entered,
});
/** Who waits, by since when; the others by their entry. */
const waiting = (direction: Direction): Term => ({
  value: sql`case when ${IS_WAITING} then ${WAITING_SINCE} else ${referral.entry_date} end`,
  direction,
  at: ({ isWaiting }) => (isWaiting ? AFTER.waits : AFTER.entered),
});
const byId = (direction: Direction): Term => ({
  value: sql`${referral.id}`,
  direction,
  at: () => AFTER.id,
});
const name = (direction: Direction): Term => ({
  value: sql`${referral.name_sorted}`,
  direction,
  at: () => AFTER.name,
});
/** The two terms of a site. The id separates sites of the same name. */
export const siteTerms = ({ direction }: ListOrder): readonly Term[] => [
  { value: siteName, direction, at: () => AFTER.siteName },
  { value: sql`${site.id}`, direction, at: () => AFTER.siteId },
];
/** Condition on a site: it is the site in the cursor after which the page starts. */
export const isStartSite: SQL = sql`${site.id} = ${AFTER.siteId}`;
/** Sorts by the index of the group of the row. */
const group = (groups: readonly Group[]): Term => ({
  value: sql`case ${sql.join(
    groups.map((one, index) => sql`when ${isInGroup(one)} then ${sql.raw(String(index))}`),
    sql` `,
  )} end`,
  direction: 'asc',
  at: (start) => sql.raw(String(groups.findIndex((one) => hasStart(one, start)))),
});

/** Referrals that are listed one after the other: those with some statuses, and those that wait or do not. */
export interface Group {
  readonly statuses: readonly ReferralStatus[];
  readonly isWaiting?: boolean;
}
const BY_STATUS: readonly Group[] = REFERRAL_STATUSES.map((status) => ({ statuses: [status] }));
const BY_WAITING: readonly Group[] = [
  { statuses: OPEN_STATUSES, isWaiting: true },
  { statuses: REFERRAL_STATUSES, isWaiting: false },
];

const isInGroup = ({ statuses, isWaiting }: Group): SQL =>
  isWaiting === undefined
    ? sql`${referral.status} = any(${textArray(statuses)})`
    : isWaiting
      ? IS_WAITING
      : sql`not ${IS_WAITING}`;

/** Whether a page that starts there starts in this group. */
export const hasStart = ({ statuses, isWaiting }: Group, start: Start): boolean =>
  isWaiting === undefined ? statuses.includes(start.status) : isWaiting === start.isWaiting;

/** The groups that are listed one after the other; undefined if the order has none. */
export function listGroups({ sort, direction }: ListOrder): readonly Group[] | undefined {
  if (sort === 'status') return direction === 'asc' ? BY_STATUS : BY_STATUS.toReversed();
  if (sort === 'waiting') return BY_WAITING;
  return undefined;
}

/** The order of the rows of an index range: by `key`, then by id. */
export interface RangeOrder {
  readonly key: SQL;
  readonly direction: Direction;
}

/**
 * The order within a group of statuses, or within a site. Longest waiting is oldest first, shortest waiting newest first; within a
 * status or a site, the newest come first in either direction.
 */
export function rangeOrder({ sort, direction }: ListOrder): RangeOrder {
  const { entry_date, name_sorted } = referral;
  if (sort === 'name') return { key: sql`${name_sorted}`, direction };
  if (sort === 'entry_date') return { key: sql`${entry_date}`, direction };
  const isReversed = sort === 'waiting' && direction === 'desc';
  return { key: sql`${entry_date}`, direction: isReversed ? 'asc' : 'desc' };
}

/** The sort terms of a list, with columns of `referral` and, with `sort: 'site'`, of `site`. */
export function sortTerms(order: ListOrder): readonly Term[] {
  const { direction } = rangeOrder(order);
  if (order.sort === 'site') return [...siteTerms(order), ...rangeTerms(order)];
  const groups = listGroups(order);
  if (groups) {
    const key = order.sort === 'waiting' ? waiting(direction) : entered(direction);
    return [group(groups), key, byId(direction)];
  }
  return rangeTerms(order);
}

/** The sort terms of an index range. */
export function rangeTerms(order: ListOrder): readonly [Term, Term] {
  const { direction } = rangeOrder(order);
  return [order.sort === 'name' ? name(direction) : entered(direction), byId(direction)];
}

/**
 * The sort terms of the rows of an index range that wait.
 * @param key since when they wait
 */
export function waitingTerms(order: ListOrder, key: SQL): readonly [Term, Term] {
  const { direction } = rangeOrder(order);
  return [{ value: key, direction, at: () => AFTER.waits }, byId(direction)];
}

/** The `order by` terms of the rows of several index ranges, by their `sort_key`. */
export function orderRange(order: ListOrder): SQL {
  const direction = sql.raw(rangeOrder(order).direction);
  return sql`sort_key ${direction}, id ${direction}`;
}

/** The `order by` terms. */
export const orderBy = (terms: readonly Term[]): SQL =>
  sql.join(
    terms.map(({ value, direction }) => sql`${value} ${sql.raw(direction)}`),
    sql`, `,
  );

/** Condition: after the start. */
export function isAfter(terms: readonly Term[], start: Start): SQL | undefined {
  const [first, ...rest] = terms;
  if (!first) return undefined;
  const isSame =
    rest.length === 0
      ? undefined
      : and(sql`${first.value} = ${first.at(start)}`, isAfter(rest, start));
  return or(sql`${first.value} ${beyond(first)} ${first.at(start)}`, isSame);
}

/** Condition: after the start, as a row comparison, which an index supports. All terms have the same direction. */
export function isAfterInRange(terms: readonly Term[], start: Start): SQL | undefined {
  const [first] = terms;
  if (!first) return undefined;
  const values = sql.join(
    terms.map(({ value }) => value),
    sql`, `,
  );
  const from = sql.join(
    terms.map((term) => term.at(start)),
    sql`, `,
  );
  return sql`(${values}) ${beyond(first)} (${from})`;
}

const beyond = ({ direction }: Term) => sql.raw(direction === 'asc' ? '>' : '<');
