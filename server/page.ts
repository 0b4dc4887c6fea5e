import { PAGE_LIMITS } from '../contract/constants';

/** A part of a list and the list's total, which is a lower bound with `more`. */
export interface PageOf<Item> {
  items: Item[];
  total: number;
  more?: boolean;
}

/** A page of a list as sent to the client. An empty list has 0 pages; `pages` never exceeds the last page that may be requested. */
export function toPage<Page extends PageOf<unknown>>(
  found: Page,
  { page, size }: { page: number; size: number },
) {
  const pages = Math.min(Math.ceil(found.total / size), PAGE_LIMITS.maxPage);
  return { ...found, page, size, pages };
}
