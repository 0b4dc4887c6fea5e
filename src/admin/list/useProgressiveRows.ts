import { useDeferredValue } from 'react';

interface Row {
  readonly id: string | number;
}

const NONE: readonly never[] = [];

/**
 * The rows to draw now. Of rows not shown before, the first screenful comes at once, and the rest as soon as that can be seen:
 * on a slow phone most of the wait is for rows further down. What was shown stays, so fresh rows move nothing else.
 * @param screenful how many rows a high window shows
 */
export function useProgressiveRows<T extends Row>(
  rows: readonly T[],
  screenful: number,
): readonly T[] {
  const drawn = useDeferredValue<readonly T[]>(rows, NONE);
  if (drawn === rows) return rows;
  const shown = new Set(drawn.map(({ id }) => id));
  return rows.filter(({ id }, at) => at < screenful || shown.has(id));
}
