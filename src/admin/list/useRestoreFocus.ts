import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useIsDialogOpen } from '../dialog/OpenDialogs';

const ROW = '[data-row]';

/** What had the focus last, outside of dialogs; `row` if it was in a row of the list. */
interface Place {
  readonly element: Element;
  readonly row: { readonly id: string | undefined; readonly index: number } | null;
}

/**
 * Keeps the keyboard's place around a list: when what had the focus goes away with fresh rows, the focus goes to its row, to
 * the row that has taken its place, or, when no row is left, to the page's heading. There it goes too when it was on what
 * stood beside the rows or in their place, such as 'Try again'.
 * @param heading for a list that is a part of its page: only its own section counts, and its heading takes the page's part
 * @returns for the element around the rows, which are its elements with `data-row`; in a row what has `data-row-opener` takes
 * the focus, or else its first button
 */
export function useRestoreFocus(
  heading?: RefObject<HTMLElement | null>,
): RefObject<HTMLDivElement | null> {
  // What opened a dialog may be gone when it closes.
  const isCovered = useIsDialogOpen();
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<Place | null>(null);

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return;
      const section = heading?.current?.closest('section');
      const isOutside = section && !section.contains(target);
      place.current = isOutside ? null : { element: target, row: rowOf(target, list.current) };
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [heading]);

  // After each drawing: what the focus is on may go with the rows, or with what stands in their place.
  useLayoutEffect(() => {
    if (isCovered || !place.current || document.activeElement !== document.body) return;
    const { element, row } = place.current;
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

function rowOf(element: Element, list: HTMLElement | null): Place['row'] {
  const row = element.closest<HTMLElement>(ROW);
  if (!row || !list?.contains(row)) return null;
  return { id: row.dataset.row, index: rowsIn(list).indexOf(row) };
}

/** What takes the focus in that row, or in the one that stands there now. */
function inRow({ id, index }: NonNullable<Place['row']>, list: HTMLElement | null) {
  const drawn = list ? rowsIn(list) : [];
  const row = drawn.find((element) => element.dataset.row === id) ?? drawn[index] ?? drawn.at(-1);
  return row?.querySelector<HTMLElement>('[data-row-opener]') ?? row?.querySelector('button');
}
