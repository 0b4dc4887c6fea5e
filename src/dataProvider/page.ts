import type { GetListParams } from 'react-admin';

/** A page of a list. The specification promises `items` and `pages` (section 7); a backend that omits `pages` is read, too. */
interface AnyPage<Item> {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly pages?: number;
  /** Sent only by our server: it has not counted all records, so `total` and `pages` may be too low. */
  readonly more?: boolean;
}

/**
 * Answers `getList` by a call that takes `page` and `size`.
 * @param size the records per page
 */
export async function getPage<Item, R>(
  { pagination }: Pick<GetListParams, 'pagination'>,
  size: number,
  read: (query: { page: number; size: number }) => Promise<AnyPage<Item>>,
  toRecord: (item: Item) => R,
) {
  const page = pagination?.page ?? 1;
  const answer = await read({ page, size });
  const total = pageTotal(answer, page, size);
  const isEstimate =
    answer.total === undefined && total !== (page - 1) * size + answer.items.length;
  const meta = { ...(answer.more && { more: true }), ...(isEstimate && { isEstimate }) };
  return {
    data: answer.items.map((item) => toRecord(item)),
    total,
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

/**
 * The number of records of a list, for paging: react-admin requires one, some backends only send the number of pages. A
 * computed number is right about which pages exist, but counts the last page as full until that is read.
 * @param page the page that was read, from 1
 */
export function pageTotal({ items, total, pages }: AnyPage<unknown>, page: number, size: number) {
  if (total !== undefined) return total;
  const upToHere = (page - 1) * size + items.length;
  // Without `pages`, a full page may be followed by another.
  if (pages === undefined) return items.length < size ? upToHere : upToHere + 1;
  return page === pages ? upToHere : pages * size;
}
