import { useEffect, useLayoutEffect, useRef } from 'react';

/** The `data-focus` of a button in the row. */
export type FocusTarget = 'edit' | 'delete' | 'no';

/** Where the focus goes once a row has changed: a button, in the row of a site. */
export interface NextFocus {
  readonly siteId: string;
  readonly target: FocusTarget;
}

/**
 * Keeps the focus in a row: moves it to the next button when the row changes, and to a row beside it when the row is unmounted
 * with the focus in it. In a dialog the focus would otherwise move to the dialog as a whole.
 * @param takeNext the button that gets the focus next
 * @returns the ref of an element in the row
 */
export function useRowFocus(siteId: string, takeNext: (siteId: string) => FocusTarget | undefined) {
  const cell = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const next = takeNext(siteId);
    if (!next) return;
    const row = rowOf(cell.current);
    const target = row?.querySelector<HTMLElement>(`[data-focus="${next}"]`);
    // The buttons of a narrow window may be behind another one.
    (target ?? row?.querySelector('button'))?.focus();
  });

  useLayoutEffect(() => {
    const row = rowOf(cell.current);
    return () => {
      if (!row?.contains(document.activeElement)) return;
      const beside = row.nextElementSibling ?? row.previousElementSibling;
      beside?.querySelector<HTMLElement>('[data-row-opener], input, button')?.focus();
    };
  }, []);

  return { cell, hasFocus: () => rowOf(cell.current)?.contains(document.activeElement) ?? false };
}

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[data-row]');
