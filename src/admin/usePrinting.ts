import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const onPaper = window.matchMedia('print');
/** Not `onPaper.matches`: if it is read before the change is reported, Chromium reports no change. */
let isPrinting = onPaper.matches;

function subscribe(onChange: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    // The browser captures the page right after: content for paper must be rendered by then.
    flushSync(onChange);
  };
  const end = () => {
    isPrinting = false;
    onChange();
  };
  const onMediaChange = ({ matches }: MediaQueryListEvent) => {
    isPrinting = matches;
    onChange();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  onPaper.addEventListener('change', onMediaChange);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    onPaper.removeEventListener('change', onMediaChange);
  };
}

/** Whether the page is being printed, by our button or the browser's own command. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
