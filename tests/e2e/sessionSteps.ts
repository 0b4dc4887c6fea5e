/** Steps that change or observe a session in the browser. */
import {
  type BrowserContext,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { SUPERUSER } from '../support/superuser';
import type { Texts } from './steps';

/** Corrupts the signature of the stored access token: the server rejects it, as it does after 15 minutes. */
export function invalidateAccessToken(page: Page): Promise<void> {
  return page.evaluate(() => {
    const token = localStorage.getItem('token') ?? '';
    const [head, body, sign = ''] = token.split('.');
    const rotated = sign.slice(1) + sign.slice(0, 1);
    localStorage.setItem('token', `${head}.${body}.${rotated}`);
  });
}

export function readStoredTokens(page: Page) {
  return page.evaluate(() => ({
    token: localStorage.getItem('token'),
    refresh: localStorage.getItem('refresh_token'),
  }));
}

/** Dispatches `visibilitychange`, as a browser does when a tab is shown again. The staff app then refetches. */
function dispatchVisibilityChange(page: Page): Promise<void> {
  return page.evaluate(
    () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

/** Repeats `visibilitychange` until `isDone` holds: a tab that still waits for a response does not refetch. */
export async function refocusUntil(
  page: Page,
  isDone: () => boolean | Promise<boolean>,
): Promise<void> {
  await expect(async () => {
    await dispatchVisibilityChange(page);
    expect(await isDone()).toBe(true);
  }).toPass();
}

/** Makes a tab refetch until a request for the referral count succeeds. */
export async function refocusUntilRefetched(page: Page): Promise<void> {
  let responses = 0;
  const follow = (response: Response) => {
    if (response.url().endsWith('/referral/count') && response.ok()) responses += 1;
  };
  page.on('response', follow);
  await refocusUntil(page, () => responses > 0);
  page.off('response', follow);
}

/** Follows the requests of all tabs from now on. @returns a function that waits until none is running */
export function followRequests(context: BrowserContext): () => Promise<void> {
  const running = new Set<Request>();
  context.on('request', (request) => running.add(request));
  context.on('requestfinished', (request) => running.delete(request));
  context.on('requestfailed', (request) => running.delete(request));
  return () => expect.poll(() => [...running].map((request) => request.url())).toEqual([]);
}

/** Counts the API requests of all tabs from now on, by their path below `/api`. */
export function countCalls(context: BrowserContext) {
  const paths: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api')) paths.push(pathname.slice('/api'.length));
  });
  return { count: (path: string) => paths.filter((each) => each === path).length };
}

/** Collects the response statuses of all tabs' refresh requests from now on. */
export function collectRefreshStatuses(context: BrowserContext) {
  const statuses: number[] = [];
  context.on('response', (response) => {
    const isPost = response.request().method() === 'POST';
    if (isPost && response.url().endsWith('/auth/refresh')) statuses.push(response.status());
  });
  return { statuses: statuses as readonly number[] };
}

/** Signs in with the dialog shown over the page of an ended session. Defaults to the super user's password. */
export async function signInAgain(
  page: Page,
  texts: Texts,
  password = SUPERUSER.password,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: texts.signInAgain.title });
  await dialog.getByLabel(texts.login.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: texts.login.submit, exact: true }).click();
}
