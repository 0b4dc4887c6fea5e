import { isStep2Entry } from '../referralForm/useStepHistory';

/** Milliseconds to wait for `popstate` before the page is replaced anyway. */
const BACK_LIMIT = 300;

/** Navigates to another site and replaces this page's entry in the browser's history. */
export function replacePage(address: string): void {
  // If the browser restores this page from its back/forward cache anyway, reload it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  const replace = () => window.location.replace(address);
  const { state } = window.history as { state: { usr?: unknown } | null };
  if (!isStep2Entry(state?.usr)) return replace();
  // Goes back to the entry of step 1 and replaces that one. 'Forward' then opens the entry of step 2, which leads back to the
  // other site.
  window.addEventListener('popstate', replace, { once: true });
  setTimeout(replace, BACK_LIMIT);
  window.history.back();
}
