import { PAGE_LIMITS } from '../contract/constants';

/** A part of a list, and how many there are; at least so many, where there are `more`. */
export interface PageOf<Item> {
  items: Item[];
  total: number;
  more?: boolean;
}

/** A page of a list as it travels; an empty list has 0 pages, and none lies beyond the last that is answered. */
export function toPage<Item>(found: PageOf<Item>, { page, size }: { page: number; size: number }) {
  const pages = Math.min(Math.ceil(found.total / size), PAGE_LIMITS.maxPage);
  return { ...found, page, size, pages };
}
