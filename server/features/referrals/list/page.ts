/** The statements that read a page of referrals as JSON, with the number of referrals in the list. */
import { type SQL, sql } from 'drizzle-orm';
import type { ReadStatement, RunRead } from '../../../db/statements/readStatement';
import { type Parameter, textArray } from '../../../db/statements/parameters';
import { referral } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import { REFERRAL_COLUMNS, selectJsonArray } from './json';
import type { Rows } from './ranges';

/** The rows of a page of a list: how many to skip, the page's size, and the rows to its end, the sum of both. */
export type PageWindow = Readonly<Record<'offset' | 'size' | 'take', number>>;
/** A window as statements use it: its values may be places in a statement that is built once for all pages. */
export type WindowParameters = Readonly<Record<keyof PageWindow, Parameter<number>>>;

/** The places of a window in a statement. */
export const WINDOW = {
  offset: sql.placeholder('offset'),
  size: sql.placeholder('size'),
  take: sql.placeholder('take'),
} satisfies WindowParameters;
export const rowsFrom = (offset: number, size: number): PageWindow => ({
  offset,
  size,
  take: offset + size,
});
/** @param paging.page from 1 */
export const windowOf = ({ page, size }: { page: number; size: number }): PageWindow =>
  rowsFrom((page - 1) * size, size);

/** @param ids an expression for the ids in list order, as text[] */
export const rowsOf = (ids: SQL): Rows => ({
  from: sql`unnest(${ids}) with ordinality as listed (id, place)
    join ${referral} on ${referral.id} = listed.id`,
  order: sql`place`,
});

/**
 * The statement that reads a page.
 * @param total an expression for the number of referrals in the list
 */
export function pageStatement(
  { from, order }: Rows,
  total: SQL,
  columns: SQL = REFERRAL_COLUMNS,
): ReadStatement {
  return {
    with: sql`page as materialized (${selectJsonArray(columns, from, order)})`,
    select: sql`(${total})::int as total, (select items from page) as items`,
    recordIds: sql`(select ids from page)`,
  };
}

/**
 * The statement that reads a page of the rows of a query, newest first.
 * @param isShown whether it does, by the number of these rows
 */
export function foundStatement(
  rows: SQL,
  isShown: (count: SQL) => SQL,
  { offset, size }: WindowParameters,
  hasOnePlan = true,
): ReadStatement {
  const condition = isShown(sql`(select count(*) from found)`);
  const ids = sql`array(
    select id from found where ${condition} order by sort_key desc, id desc limit ${size} offset ${offset})`;
  const page = pageStatement(rowsOf(ids), sql`select count(*) from found`);
  return {
    with: sql`found as materialized (${rows}), ${page.with}`,
    select: sql`${condition} as is_shown, ${page.select}`,
    recordIds: sql`case when ${condition} then ${page.recordIds} end`,
    hasOnePlan,
  };
}

/** Reads the referrals with these ids, in their order. */
export const readByIds = async (read: RunRead, ids: readonly string[], total: number) =>
  readPage(await read(LISTED, { ids: [...ids], total }));

/** The page of a statement's row. */
export function readPage(row: unknown): JsonPage {
  const { items, total } = row as { items: string; total: number };
  return { itemsJson: items, total };
}

const LISTED = pageStatement(
  rowsOf(textArray(sql.placeholder('ids'))),
  sql`${sql.placeholder('total')}`,
);
