import { useDeferredValue } from 'react';
import { usePrinting } from '../usePrinting';

const NONE: readonly never[] = [];

/**
 * The rows to render now. Of new rows, the first screenful renders at once and the others after it is painted, as on a slow
 * phone most of the time goes to rows below the window. Rows that were rendered stay, so that nothing moves. Print gets all
 * rows at once, as the browser does not wait.
 * @param screenful how many rows a high window shows
 */
export function useProgressiveRows<T extends { readonly id: string | number }>(
  rows: readonly T[],
  screenful: number,
): readonly T[] {
  const rendered = useDeferredValue<readonly T[]>(rows, NONE);
  const isPrinting = usePrinting();
  if (isPrinting || rendered === rows) return rows;
  const renderedIds = new Set(rendered.map(({ id }) => id));
  return rows.filter(({ id }, index) => index < screenful || renderedIds.has(id));
}
