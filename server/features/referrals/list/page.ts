/** The statement that reads a page of referrals as JSON, with the number of referrals in the list. */
import { type SQL, sql } from 'drizzle-orm';
import { opaqueNumber } from '../../../db/statements/parameters';
import type { ReadStatement } from '../../../db/statements/readStatement';
import { referral } from '../../../db/schema';
import type { JsonPage } from '../../../http/page';
import { selectJsonArray } from './json';

/**
 * @param ids an expression for the ids of the page in list order, as text[]
 * @param total an expression for the number of referrals in the list
 */
export function pageStatement(ids: SQL, total: SQL, columns: SQL): ReadStatement {
  const from = sql`unnest(${ids}) with ordinality as listed (id, ordinal)
    join ${referral} on ${referral.id} = listed.id`;
  return {
    with: sql`page as materialized (${selectJsonArray(columns, from, sql`ordinal`)})`,
    select: sql`(${total})::int as total, (select items from page) as items`,
    recordIds: sql`(select ids from page)`,
  };
}

/** Parses the row of a page statement. */
export function readPage(row: unknown): JsonPage {
  const { items, total } = row as { items: string; total: number };
  return { itemsJson: items, total };
}

/** Placeholders for the number of rows to skip, and for the page's size. */
export const OFFSET = opaqueNumber(sql.placeholder('offset'));
export const SIZE = opaqueNumber(sql.placeholder('size'));
/** Placeholder for the number of rows up to the end of the page. */
export const TAKE = opaqueNumber(sql.placeholder('take'));
/** A list is read one row further, which tells whether another page follows. */
export const SIZE_AND_NEXT = sql`(${SIZE} + 1)`;
export const TAKE_AND_NEXT = sql`(${TAKE} + 1)`;

/**
 * The values of these placeholders.
 * @param paging.page from 1
 */
export const windowValues = ({ page, size }: { page: number; size: number }) => ({
  offset: (page - 1) * size,
  size,
  take: page * size,
});
