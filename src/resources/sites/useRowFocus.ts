import { useEffect, useLayoutEffect, useRef } from 'react';

/** What in a row takes the focus, as its `data-focus`. */
type FocusPlace = 'edit' | 'newName' | 'delete' | 'no';

/**
 * Keeps the keyboard's place in a row: when the row is drawn otherwise the focus goes to what comes next there; when it
 * goes away with the focus in it, to a row beside it. In a dialog the focus would otherwise end on the dialog as a whole.
 */
export function useRowFocus() {
  const row = useRef<HTMLLIElement>(null);
  const next = useRef<FocusPlace>(undefined);

  useEffect(() => {
    if (!next.current) return;
    row.current?.querySelector<HTMLElement>(`[data-focus="${next.current}"]`)?.focus();
    next.current = undefined;
  });

  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const beside = element.nextElementSibling ?? element.previousElementSibling;
      beside?.querySelector<HTMLElement>('[data-row-opener], input, button')?.focus();
    };
  }, []);

  return {
    row,
    focusNext: (place: FocusPlace) => {
      next.current = place;
    },
    hasFocus: () => row.current?.contains(document.activeElement) ?? false,
  };
}
