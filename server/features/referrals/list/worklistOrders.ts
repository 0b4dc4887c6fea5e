/** The orders of the worklist. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  OPEN_STATUSES,
  REFERRAL_STATUSES,
  type ReferralStatus,
  type WorklistSort,
} from '../../../../contract/constants';
import type { Database } from '../../../db/database';
import { textArray } from '../../../db/statements/parameters';
import { normalizeForSearch, referral, site } from '../../../db/schema';
import type { Caller } from '../../access';
import type { RangeOrder } from './ranges';
import { isInScope } from '../visibility';

type Direction = 'asc' | 'desc';

export interface WorklistOrder {
  readonly sort: WorklistSort;
  readonly direction: Direction;
}

/** The sort values of the last referral of a page: the next page starts after them. */
export interface Cursor {
  readonly id: string;
  readonly status: ReferralStatus;
  /** As the database prints it, to the microsecond. */
  readonly entered: string;
  /** Normalized, last name first. */
  readonly name: string;
  readonly siteId: string;
  /** Normalized. */
  readonly siteName: string;
}

export const siteName = normalizeForSearch(sql`${site.name}`);

const cursorSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      status: z.enum(REFERRAL_STATUSES),
      entered: z.string(),
      name: z.string(),
      siteId: z.string(),
      siteName: z.string(),
    }),
  ),
});

/**
 * Finds the sort values of a referral, even if it was deleted after the page was read. Undefined if there is none, or none that the
 * caller may see.
 */
export async function findCursor(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Cursor | undefined> {
  const { rows } = cursorSchema.parse(
    await db.execute(sql`
      select ${referral.id}, ${referral.status}, ${referral.entry_date}::text as entered, ${referral.name_sorted} as name,
        ${referral.site_id} as "siteId", ${siteName} as "siteName"
      from ${referral} join ${site} on ${site.id} = ${referral.site_id}
      where ${and(eq(referral.id, id), sql`${referral.suspected} is null`, isInScope(caller))}`),
  );
  return rows[0];
}

/** One value that rows are sorted by. */
export interface Term {
  readonly value: SQL;
  readonly direction: Direction;
  at(cursor: Cursor): SQL;
}

const entered = (direction: Direction): Term => ({
  value: sql`${referral.entry_date}`,
  direction,
  at: ({ entered: text }) => sql`${text}::timestamptz`,
});
const byId = (direction: Direction): Term => ({
  value: sql`${referral.id}`,
  direction,
  at: ({ id }) => sql`${id}::text`,
});
const name = (direction: Direction): Term => ({
  value: sql`${referral.name_sorted}`,
  direction,
  at: (cursor) => sql`${cursor.name}::text`,
});
/** The two terms of a site; sites of the same name stay apart. */
export const siteTerms = ({ direction }: WorklistOrder): readonly Term[] => [
  { value: siteName, direction, at: (cursor) => sql`${cursor.siteName}::text` },
  { value: sql`${site.id}`, direction, at: ({ siteId }) => sql`${siteId}::text` },
];
/** The place of the status among groups of statuses, from 1. */
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
export function statusGroups({ sort, direction }: WorklistOrder): StatusGroups | undefined {
  if (sort === 'status') return direction === 'asc' ? BY_STATUS : BY_STATUS.toReversed();
  if (sort === 'waiting') return direction === 'desc' ? BY_WAITING : BY_WAITING.toReversed();
  return undefined;
}

/**
 * The order within a group of statuses, or of a site. Who waits longest came first; within a status or a site, the newest are on
 * top in either direction.
 */
export function rangeOrder({ sort, direction }: WorklistOrder): RangeOrder {
  const { entry_date, name_sorted } = referral;
  if (sort === 'name') return { key: sql`${name_sorted}`, direction };
  if (sort === 'entry_date') return { key: sql`${entry_date}`, direction };
  const isReversed = sort === 'waiting' && direction === 'desc';
  return { key: sql`${entry_date}`, direction: isReversed ? 'asc' : 'desc' };
}

/** The values that the rows of a worklist are sorted by, of `referral` and, with `sort: 'site'`, of `site`. */
export function sortTerms(order: WorklistOrder): readonly Term[] {
  const { direction } = rangeOrder(order);
  if (order.sort === 'site') return [...siteTerms(order), ...rangeTerms(order)];
  const groups = statusGroups(order);
  if (groups) return [group(groups), entered(direction), byId(direction)];
  return rangeTerms(order);
}

/** The values that the rows of a range are sorted by. */
export function rangeTerms(order: WorklistOrder): readonly [Term, Term] {
  const { direction } = rangeOrder(order);
  return [order.sort === 'name' ? name(direction) : entered(direction), byId(direction)];
}

/** The `order by` terms of rows read from ranges, with their `sort_key`. */
export function orderRange(order: WorklistOrder): SQL {
  const direction = sql.raw(rangeOrder(order).direction);
  return sql`sort_key ${direction}, id ${direction}`;
}

/** The `order by` terms. */
export const orderBy = (terms: readonly Term[]): SQL =>
  sql.join(
    terms.map(({ value, direction }) => sql`${value} ${sql.raw(direction)}`),
    sql`, `,
  );

/** Condition: after the cursor. */
export function isAfter(terms: readonly Term[], cursor: Cursor): SQL | undefined {
  const [first, ...rest] = terms;
  if (!first) return undefined;
  const isSame =
    rest.length === 0
      ? undefined
      : and(sql`${first.value} = ${first.at(cursor)}`, isAfter(rest, cursor));
  return or(sql`${first.value} ${beyond(first)} ${first.at(cursor)}`, isSame);
}

/** Condition: after the cursor, for terms of one direction, as an index range. */
export function isAfterInRange(terms: readonly Term[], cursor: Cursor): SQL | undefined {
  const [first] = terms;
  if (!first) return undefined;
  const values = sql.join(
    terms.map(({ value }) => value),
    sql`, `,
  );
  const start = sql.join(
    terms.map((term) => term.at(cursor)),
    sql`, `,
  );
  return sql`(${values}) ${beyond(first)} (${start})`;
}

const beyond = ({ direction }: Term) => sql.raw(direction === 'asc' ? '>' : '<');
