/**
 * The token by which a backend recognises its own pages (the specification's names): a cookie of the backend, which each call to
 * it repeats in a header.
 */
import { readCookie } from '../i18n/cookies';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'X-XSRF-TOKEN';

interface XsrfToken {
  /** The header with the token; none without a cookie. */
  headers(): Record<string, string>;
  /** To be called after a response, which may have changed the cookie. */
  expectChange(): void;
}

/**
 * Keeps the token of the backend, if that has the origin of the page: no other server gets it. Reading a cookie waits for
 * another process of the browser, so it is read when the page is idle: after a response, and after a change that the browser
 * reports. A call that starts before that reads it itself. A browser that reports no changes, such as one on a page without
 * TLS, reads it for each call.
 */
export function createXsrfToken(baseUrl: string): XsrfToken {
  const isOwn = new URL(baseUrl, location.href).origin === location.origin;
  const { cookieStore } = globalThis as { cookieStore?: EventTarget };
  let token: string | undefined;
  let isKnown = !isOwn;

  const read = () => {
    if (isKnown) return;
    token = decode(readCookie(COOKIE));
    isKnown = true;
  };
  const expectChange = () => {
    if (!isOwn) return;
    isKnown = false;
    // Safari has no `requestIdleCallback`.
    if (cookieStore) (globalThis.requestIdleCallback ?? setTimeout)(read);
  };
  if (isOwn) cookieStore?.addEventListener('change', expectChange);
  // A page restored from the back/forward cache has missed change events.
  window.addEventListener('pageshow', expectChange);

  return {
    headers(): Record<string, string> {
      if (!cookieStore) expectChange();
      read();
      return token ? { [HEADER]: token } : {};
    },
    expectChange,
  };
}

/** A cookie's value as it was meant; as it is, if it is not encoded. */
function decode(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}
