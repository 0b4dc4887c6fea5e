import { findRoute, routes } from '../app/routes';

/** The pages whose links carry a secret in the URL fragment: a receipt's code, or the token of an email about news. */
const PAGES: readonly (string | undefined)[] = [routes.track.path, routes.newsLink.path];

let stashed = '';

/** Takes the secret out of the address before anything else loads: it is in no history then, and from now on only in memory. */
export function stashUrlFragment(): void {
  const { hash, pathname } = window.location;
  if (!hash || !PAGES.includes(findRoute(pathname)?.path)) return;
  stashed = hash.slice(1);
  window.history.replaceState(window.history.state, '', pathname);
}

/** Returns what was stashed, once. */
export function takeUrlFragment(): string {
  const fragment = stashed;
  stashed = '';
  return fragment;
}
