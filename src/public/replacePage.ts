/** Goes to another site in the place of this page: its entry in the browser's history is that site's from now on. */
export function replacePage(address: string): void {
  // Should the browser bring this page back from memory all the same, it begins anew.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.replace(address);
}
