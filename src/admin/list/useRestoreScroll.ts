import { useEffect, useEffectEvent, useRef } from 'react';
import { useListContext, useStoreContext } from 'react-admin';
import { useLocation } from 'react-router';

interface ScrollPosition {
  /** Of the window, in pixels. */
  readonly window: number;
  /** Of the element in which the rows scroll, if they do. */
  readonly rows?: { readonly top: number; readonly left: number };
}

/** A row of the page's own list, not of one that is a part of it. */
const ROW = '[data-row]:not([data-list-part] *)';
/** Events by which a person may scroll; they end the restoration. */
const BY_PERSON = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Restores the scroll position of the page and of its rows when the list in context is opened again, and remembers it in
 * react-admin's store. As rows render progressively, the position is set again until all rows are there or the person scrolls.
 * @param key undefined for a list that starts anew each time
 */
export function useRestoreScroll(key: string | undefined): void {
  const store = useStoreContext();
  const { data } = useListContext();
  const position = useRef<ScrollPosition | null>(null);
  const isRestored = useRef(false);

  useEffect(() => {
    if (key === undefined) return undefined;
    const follow = ({ target }: Event) => {
      const current = position.current ?? { window: 0 };
      if (target === document) position.current = { ...current, window: window.scrollY };
      else if (target instanceof Element && target.closest('main') && target.querySelector(ROW)) {
        const rows = { top: target.scrollTop, left: target.scrollLeft };
        position.current = { ...current, rows };
      }
    };
    // Captured, as the scrolling of an element does not bubble.
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', follow, { capture: true });
      if (position.current) store.setItem(key, position.current);
    };
  }, [key, store]);

  // Whoever chooses the page to see what waits there starts at its top.
  const isAtTop = (useLocation().state as { _scrollToTop?: true } | null)?._scrollToTop === true;
  const isLoaded = data !== undefined;
  const startsAtTop = useEffectEvent(() => isAtTop);
  const count = useEffectEvent(() => data?.length ?? 0);
  useEffect(() => {
    const wanted = key === undefined ? null : store.getItem<ScrollPosition | null>(key, null);
    if (!isLoaded || isRestored.current) return undefined;
    isRestored.current = true;
    if (!wanted || startsAtTop()) return undefined;
    position.current = wanted;
    const stop = () => {
      changes.disconnect();
      for (const type of BY_PERSON) document.removeEventListener(type, stop, { capture: true });
    };
    const restore = () => {
      scrollTo(wanted);
      if (rowsOnPage().length >= count()) stop();
    };
    const changes = new MutationObserver(restore);
    changes.observe(document.querySelector('main') ?? document.body, {
      childList: true,
      subtree: true,
    });
    for (const type of BY_PERSON) document.addEventListener(type, stop, { capture: true });
    restore();
    return stop;
  }, [key, store, isLoaded]);
}

const rowsOnPage = () => document.querySelectorAll(`main ${ROW}`);

function scrollTo({ window: top, rows }: ScrollPosition): void {
  window.scrollTo(0, top);
  if (!rows) return;
  let element = rowsOnPage()[0]?.parentElement;
  while (element && !scrolls(element)) element = element.parentElement;
  element?.scrollTo(rows);
}

function scrolls(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
}
