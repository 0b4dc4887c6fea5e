/**
 * The only module that reads or writes cookies. Those of the app are about the browser, such as its language: they identify
 * nobody. A browser that blocks a site's data answers with an error, or with nothing: a choice then lasts as long as the page.
 */

const ONE_YEAR = 31_536_000;

/** Returns a cookie's value; undefined if there is none. */
export function readCookie(name: string): string | undefined {
  try {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Stores a cookie for a year.
 * @param value without semicolons
 */
export function writeCookie(
  name: string,
  value: string,
  { path = '/', sameSite = 'Strict' }: { path?: string; sameSite?: 'Lax' | 'Strict' } = {},
): void {
  try {
    document.cookie = `${name}=${value}; path=${path}; max-age=${ONE_YEAR}; SameSite=${sameSite}`;
  } catch {
    // Blocked: there is nowhere to store it.
  }
}
