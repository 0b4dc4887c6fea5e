import { z } from 'zod';
import { PAGE_LIMITS } from '../staffConstants';

/**
 * One page of a list. `page` starts at 1; `pages` is 0 for an empty list. If a search finds too many rows to count, `more` is
 * true, and `total` and `pages` are lower bounds, up to the next page.
 */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    pages: z.number().int(),
    more: z.boolean().optional(),
  });

/** The paging part of a body. */
export const pageBodySchema = z.object({
  page: z.int().min(1).max(PAGE_LIMITS.maxPage).default(1),
  size: z.int().min(1).max(PAGE_LIMITS.maxSize).default(PAGE_LIMITS.defaultSize),
});

/** The paging part of a query string. */
export const pageQuerySchema = z.object({
  page: z.coerce.number().pipe(pageBodySchema.shape.page.unwrap()).default(1),
  size: z.coerce.number().pipe(pageBodySchema.shape.size.unwrap()).default(PAGE_LIMITS.defaultSize),
});
