import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const onPaper = window.matchMedia('print');
/** Not read from `onPaper` while rendering: if it is read before the change is reported, Chromium reports no change. */
let isPrinting = onPaper.matches;
const subscribers = new Set<() => void>();

function setPrinting(value: boolean): void {
  isPrinting = value;
  for (const onChange of subscribers) onChange();
}

// The browser captures the page right after: content for paper must be rendered by then.
window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)));
window.addEventListener('afterprint', () => setPrinting(false));
onPaper.addEventListener('change', ({ matches }) => setPrinting(matches));

function subscribe(onChange: () => void): () => void {
  subscribers.add(onChange);
  return () => subscribers.delete(onChange);
}

/**
 * Whether the page is being printed, by our button or the browser's own command.
 *
 * @example
 * const isPrinting = usePrinting();
 * const shown = isPrinting ? records : records.slice(0, 3);
 */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
