/**
 * Replaces compute-scroll-into-view, which only downshift imports (vite.config.ts, `resolve.alias`), to scroll to the
 * highlighted option. Browsers do that themselves, and also scroll the page, clear of the exit bar: 1 KB less for every visitor.
 * @returns the positions that the caller has to set: none
 */
export function compute(option: Element): never[] {
  // jsdom has no scrollIntoView.
  option.scrollIntoView?.({ block: 'nearest' });
  return [];
}
