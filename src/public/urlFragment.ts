import { findRoute } from '../app/routes';

let stashed = '';

/** Takes the secret out of the address before anything else loads: it is in no history then, and from now on only in memory. */
export function stashUrlFragment(): void {
  const { hash, pathname } = window.location;
  if (!hash || !findRoute(pathname)?.hasSecret) return;
  stashed = hash.slice(1);
  window.history.replaceState(window.history.state, '', pathname);
}

/** Returns what was stashed, once. */
export function takeUrlFragment(): string {
  const fragment = stashed;
  stashed = '';
  return fragment;
}
