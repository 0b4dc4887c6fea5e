import { isStep2Entry } from '../referralForm/useStepHistory';

/** Milliseconds after which the page is replaced without the browser's answer that it has gone back. */
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
  // Step 1 has the entry below: it is the one to replace. Opened again, that of step 2 leads back, to the other site.
  window.addEventListener('popstate', replace, { once: true });
  setTimeout(replace, BACK_LIMIT);
  window.history.back();
}
