/** A page of a list as it travels; an empty list has 0 pages. */
export function toPage<Item>(
  found: { items: Item[]; total: number },
  { page, size }: { page: number; size: number },
) {
  return { ...found, page, size, pages: Math.ceil(found.total / size) };
}
