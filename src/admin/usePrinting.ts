import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const onPaper = window.matchMedia('print');
let isPrinting = false;

function subscribe(onChange: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    // The browser takes its picture right after: what is for paper alone must be there by then.
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

/** Whether the page is being printed, by a button of ours or the browser's own. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribe, () => isPrinting || onPaper.matches);
