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
import { referral, site } from '../../../db/schema';
import type { Cursor } from './cursor';

type Direction = 'asc' | 'desc';

export interface ListOrder {
  readonly sort: WorklistSort;
  readonly direction: Direction;
}
export const NEWEST_FIRST: ListOrder = { sort: 'entry_date', direction: 'desc' };

export const siteName = sortKeyOf(sql`${site.name}`);

/** Expressions for the cursor of a row. */
export const CURSOR_OF_ROW: Readonly<Record<keyof Cursor, SQL>> = {
  id: sql`${referral.id}`,
  status: sql`${referral.status}`,
  entered: sql`${referral.entry_date}::text`,
  name: sql`${referral.name_sorted}`,
  siteId: sql`${referral.site_id}`,
  siteName,
};

/** Placeholders for the values of a cursor. */
const AFTER = {
  id: sql`${sql.placeholder('afterId')}::text`,
  entered: sql`${sql.placeholder('afterEntered')}::timestamptz`,
  name: sql`${sql.placeholder('afterName')}::text`,
  siteId: sql`${sql.placeholder('afterSiteId')}::text`,
  siteName: sql`${sql.placeholder('afterSiteName')}::text`,
};
/** The values of the placeholders of `AFTER`. */
export const cursorValues = (cursor: Cursor | undefined) => ({
  afterId: cursor?.id,
  afterEntered: cursor?.entered,
  afterName: cursor?.name,
  afterSiteId: cursor?.siteId,
  afterSiteName: cursor?.siteName,
});

/** The start of a page: after the cursor in `AFTER`. Its status is a part of the statement, not a placeholder. */
export type Start = Pick<Cursor, 'status'>;

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
/** Sorts by the index of the group that contains the status. */
const group = (groups: StatusGroups): Term => ({
  value: sql`case ${sql.join(
    groups.map(
      (statuses, index) =>
        sql`when ${referral.status} = any(${textArray(statuses)}) then ${sql.raw(String(index))}`,
    ),
    sql` `,
  )} end`,
  direction: 'asc',
  at: ({ status }) => sql.raw(String(groups.findIndex((statuses) => statuses.includes(status)))),
});

type StatusGroups = readonly (readonly ReferralStatus[])[];
const BY_STATUS: StatusGroups = REFERRAL_STATUSES.map((status) => [status]);
const BY_WAITING: StatusGroups = [
  OPEN_STATUSES,
  REFERRAL_STATUSES.filter((status) => !OPEN_STATUSES.includes(status)),
];

/** The groups of statuses that are listed one after the other; undefined if the order does not depend on the status. */
export function statusGroups({ sort, direction }: ListOrder): StatusGroups | undefined {
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
  const groups = statusGroups(order);
  if (groups) return [group(groups), entered(direction), byId(direction)];
  return rangeTerms(order);
}

/** The sort terms of an index range. */
export function rangeTerms(order: ListOrder): readonly [Term, Term] {
  const { direction } = rangeOrder(order);
  return [order.sort === 'name' ? name(direction) : entered(direction), byId(direction)];
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
