import { routes } from '../../../shared/routes';

const COOKIE = 'hiddenColumns';
const ONE_YEAR = 31_536_000;

/** The labels of the columns this device hides. */
export function readHiddenColumns(): ReadonlySet<string> {
  const value = new RegExp(`(?:^|; )${COOKIE}=([\\w.~]*)`).exec(document.cookie)?.[1];
  return new Set(value?.split('~').filter(Boolean));
}

/**
 * Remembers them in a cookie that only this page has: it says nothing of anyone, and the browser's storage stays as empty
 * as the specification leaves it.
 */
export function rememberHiddenColumns(labels: ReadonlySet<string>): void {
  const value = [...labels].join('~');
  document.cookie = `${COOKIE}=${value}; path=${routes.referrals.path}; max-age=${ONE_YEAR}; SameSite=Strict`;
}
