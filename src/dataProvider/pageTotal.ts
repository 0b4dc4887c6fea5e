/** A page of a list as any backend may send it; only `items` and `pages` are promised (spec section 7), older ones lack `pages`. */
export interface AnyPage<Item> {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly pages?: number;
  /** Our own server's: there are more than it has counted, so that `total` and `pages` are what is known. */
  readonly more?: boolean;
}

/**
 * How many records a list has, for paging: react-admin wants a number, some backends only tell the number of pages.
 * What is computed is right about which pages exist, not about the records on the last one until it is reached.
 * @param page the page asked for, from 1
 * @param size the records asked for per page
 */
export function pageTotal({ items, total, pages }: AnyPage<unknown>, page: number, size: number) {
  if (total !== undefined) return total;
  const upToHere = (page - 1) * size + items.length;
  // Without `pages`, a full page may be followed by another.
  if (pages === undefined) return items.length < size ? upToHere : upToHere + 1;
  return page === pages ? upToHere : pages * size;
}
