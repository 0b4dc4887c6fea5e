import { useDeferredValue } from 'react';

interface Row {
  readonly id: string | number;
}

const NONE: readonly never[] = [];

/**
 * The rows to render now. Of new rows, the first screenful renders at once and the others after it is painted, as on a slow phone
 * most of the time goes to rows below the window. Rows that were rendered stay, so that nothing moves.
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
