import { routes } from '../app/routes';

/** The pages whose links have a code after the number sign: of a receipt, or of an email about news. */
const PAGES: readonly string[] = [routes.track.path, routes.mails.path];

let taken = '';

/**
 * Takes the code of a link out of the address before anything else loads: it is in no history then, and from now on only in memory.
 */
export function takeAddressHash(): void {
  const { hash, pathname } = window.location;
  if (!hash || !PAGES.includes(pathname)) return;
  taken = hash.slice(1);
  window.history.replaceState(window.history.state, '', pathname);
}

/** What was taken, once. */
export function readAddressHash(): string {
  const code = taken;
  taken = '';
  return code;
}
