/** Navigates to another site and replaces this page's entry in the browser's history. */
export function replacePage(address: string): void {
  // If the browser restores this page from its back/forward cache anyway, reload it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.replace(address);
}
