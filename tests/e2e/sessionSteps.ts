/** What happens to a session in the browser. */
import { type BrowserContext, expect, type Page, type Response } from '@playwright/test';
import { SUPERUSER } from '../support/world';
import type { Texts } from './steps';

/** Makes the stored access token one that the server no longer takes, as it does after 15 minutes. */
export function agePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const token = localStorage.getItem('token') ?? '';
    const [head, body, sign = ''] = token.split('.');
    const other = sign.slice(1) + sign.slice(0, 1);
    localStorage.setItem('token', `${head}.${body}.${other}`);
  });
}

export function storedTokens(page: Page) {
  return page.evaluate(() => ({
    token: localStorage.getItem('token'),
    refresh: localStorage.getItem('refresh_token'),
  }));
}

/** What a browser tells when a tab is looked at again; the desk then asks the server for something. */
function lookAgain(page: Page): Promise<void> {
  return page.evaluate(
    () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

/** Has a tab ask until something has come of it: one that is still busy with the last answer does not ask. */
export async function lookUntil(
  page: Page,
  hasCome: () => boolean | Promise<boolean>,
): Promise<void> {
  await expect(async () => {
    await lookAgain(page);
    expect(await hasCome()).toBe(true);
  }).toPass();
}

/** Has a tab ask the server for something until it has the answer it wants. */
export async function askAgain(page: Page): Promise<void> {
  let answers = 0;
  const follow = (response: Response) => {
    if (response.url().endsWith('/referral/count') && response.ok()) answers += 1;
  };
  page.on('response', follow);
  await lookUntil(page, () => answers > 0);
  page.off('response', follow);
}

/** Counts the requests of all tabs from now on, by their path below the API. */
export function followCalls(context: BrowserContext) {
  const paths: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api')) paths.push(pathname.slice('/api'.length));
  });
  return { count: (path: string) => paths.filter((made) => made === path).length };
}

/** Collects the statuses of the answers to all tabs' refreshes from now on. */
export function followRefreshes(context: BrowserContext) {
  const statuses: number[] = [];
  context.on('response', (response) => {
    const isPost = response.request().method() === 'POST';
    if (isPost && response.url().endsWith('/auth/refresh')) statuses.push(response.status());
  });
  return { statuses: statuses as readonly number[] };
}

/** Signs in over the page of a session that has ended; as the super user unless another password is given. */
export async function signInAgain(
  page: Page,
  texts: Texts,
  password = SUPERUSER.password,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: texts.signInAgain.title });
  await dialog.getByLabel(texts.login.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: texts.login.submit, exact: true }).click();
}
