import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const onPaper = window.matchMedia('print');
let isPrinting = false;

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
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  onPaper.addEventListener('change', onChange);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    onPaper.removeEventListener('change', onChange);
  };
}

/** Whether the page is being printed, by our button or the browser's own command. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribe, () => isPrinting || onPaper.matches);
