import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useIsDialogOpen } from '../layout/openDialogs';

const ROW = '[data-row]';

/** The element that had the focus last, outside of dialogs, and its row, if it was in one. */
interface FocusedElement {
  readonly element: Element;
  readonly row: { readonly id: string | undefined; readonly index: number } | null;
}

/**
 * Restores the focus when its element is removed with new rows: to the same row, to the row at its position, or, if no row is left
 * or the element was outside the rows, such as 'Try again', to the page's heading.
 * @param heading of a list that is part of a page: only its section counts, and its heading replaces the page's
 * @returns the ref of the element around the rows, which have `data-row`; a row's `data-row-opener` or first button takes the focus
 */
export function useRestoreFocus(
  heading?: RefObject<HTMLElement | null>,
): RefObject<HTMLDivElement | null> {
  // The element that opened a dialog may be gone when it closes.
  const isCovered = useIsDialogOpen();
  const list = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<FocusedElement | null>(null);

  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[aria-modal]')) return;
      const section = heading?.current?.closest('section');
      const isOutside = section && !section.contains(target);
      lastFocused.current = isOutside
        ? null
        : { element: target, row: rowOf(target, list.current) };
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [heading]);

  // After each render, which may have removed the focused element.
  useLayoutEffect(() => {
    if (isCovered || !lastFocused.current || document.activeElement !== document.body) return;
    const { element, row } = lastFocused.current;
    if (element.isConnected) return;
    const target =
      (row && inRow(row, list.current)) ?? heading?.current ?? document.querySelector('h1');
    target?.focus();
  });

  return list;
}

function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(ROW)];
}

function rowOf(element: Element, list: HTMLElement | null): FocusedElement['row'] {
  const row = element.closest<HTMLElement>(ROW);
  if (!row || !list?.contains(row)) return null;
  return { id: row.dataset.row, index: rowsIn(list).indexOf(row) };
}

/** The element to focus in that row, or in the row at its position. */
function inRow({ id, index }: NonNullable<FocusedElement['row']>, list: HTMLElement | null) {
  const rows = list ? rowsIn(list) : [];
  const row = rows.find((element) => element.dataset.row === id) ?? rows[index] ?? rows.at(-1);
  return row?.querySelector<HTMLElement>('[data-row-opener]') ?? row?.querySelector('button');
}
