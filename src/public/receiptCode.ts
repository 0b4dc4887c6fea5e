let taken = '';

/**
 * Takes reference and code out of the address, as a scanned receipt has them, before anything else loads: they are in no history
 * then, and from now on only in memory.
 */
export function takeReceiptCode(): void {
  const { hash, pathname } = window.location;
  if (pathname !== '/track') return;
  taken = hash.slice(1);
  window.history.replaceState(window.history.state, '', pathname);
}

/** What was taken, once: reference and code, with a dot between them. */
export function readReceiptCode(): string {
  const code = taken;
  taken = '';
  return code;
}
