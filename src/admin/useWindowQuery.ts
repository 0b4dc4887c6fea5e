import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { usePrinting } from './usePrinting';

/**
 * Whether the window matches a media query on its size. While the page is printed, browsers answer such a query for the paper:
 * this keeps the answer for the window, so that printing replaces no part of the page and the focus stays.
 *
 * @example
 * const isDesktop = useWindowQuery('(min-width: 64rem)');
 * return isDesktop ? <Sidebar /> : <MenuDialogButton />;
 */
export function useWindowQuery(query: string): boolean {
  const isPrinting = usePrinting();
  const matches = useMediaQuery(query, { noSsr: true });
  const [windowMatches, setWindowMatches] = useState(matches);
  if (isPrinting || matches === windowMatches) return windowMatches;
  setWindowMatches(matches);
  return matches;
}
