/** User actions on the screens. Controls are found by their visible texts. */
import { expect, type Locator, type Page } from '@playwright/test';
import en from '../../contract/languages/en.json' with { type: 'json' };
import es from '../../contract/languages/es.json' with { type: 'json' };
import type { ReceivedEmail } from '../support/mailbox';
import { SUPERUSER } from '../support/superuser';
import { EXHAUSTIVE } from '../support/exhaustive';
import { plantCanary } from './canaries';
import { SITE } from './fixtures';

const english = { ...en.everyone, ...en.step2, ...en.account, ...en.staff };
const spanish = { ...es.everyone, ...es.step2, ...es.account, ...es.staff };

export const TEXTS = { en: english, es: spanish };
export type Texts = typeof english;

/** Completes step 1 of the referral form. */
export async function chooseSubstanceAndSite(
  page: Page,
  { site = SITE, texts = english }: { site?: string; texts?: Texts } = {},
): Promise<void> {
  const { substance, site: siteLabel, next } = texts.referralForm;
  const siteNames: Readonly<Record<string, string>> = texts.siteNames;
  await page.getByLabel(substance, { exact: true }).click();
  await page.getByRole('option', { name: texts.substances['Alcohol-related'] }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel(siteLabel, { exact: true }).click();
  await page.getByLabel(siteLabel, { exact: true }).fill(site.slice(0, 6).toUpperCase());
  await page.getByRole('option', { name: siteNames[site] ?? site }).click();
  await page.getByRole('button', { name: next, exact: true }).click();
}

/** Fills in the person's fields of step 2. */
export async function fillPerson(
  page: Pick<Page, 'getByLabel'>,
  lastName: string,
  texts: Texts = english,
): Promise<void> {
  const { firstName, lastName: lastNameLabel, contactNumber, dob } = texts.referralForm;
  await page.getByLabel(firstName, { exact: true }).fill('Robin');
  await page.getByLabel(lastNameLabel, { exact: true }).fill(lastName);
  await page.getByLabel(contactNumber, { exact: true }).fill('(555) 010-2030');
  await page.getByLabel(dob, { exact: true }).fill('2006-04-30');
}

/** Advances the page's `performance.now()` by ten seconds: a form completed too fast counts as spam. */
export async function advanceClock(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 10_000;
  });
}

/** Files a referral as a guest, from the landing page. */
export async function referAsGuest(page: Page, lastName: string): Promise<void> {
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await fillPerson(page, lastName);
  await advanceClock(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
}

interface Login {
  texts?: Texts;
  email?: string;
  password?: string;
}

/** Fills in and submits the login form on the current page. Defaults to the super user. */
export async function logIn(
  page: Page,
  { texts = english, email = SUPERUSER.email, password = SUPERUSER.password }: Login = {},
): Promise<void> {
  await page.getByLabel(texts.login.email, { exact: true }).fill(email);
  await page.getByLabel(texts.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
}

/** Signs in with the login form and waits for the referral list, which who may act on referrals opens from their first screen. */
export async function signInByForm(page: Page, login: Login = {}): Promise<void> {
  await page.goto('/login');
  await logIn(page, login);
  await openAll(page, login);
}

/** Opens the referral list, from the list of what is to do today if that is the first screen. */
export async function openAll(page: Page, login: Login = {}): Promise<void> {
  const { texts = english } = login;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await expect(heading(texts.referrals.title).or(heading(texts.today.title))).toBeVisible();
  if (await heading(texts.today.title).isVisible())
    await page
      .getByRole('link', { name: new RegExp(`^${texts.tabs.all}`) })
      .first()
      .click();
  await expectReferralList(page, login);
}

/** Opens the referral list with a session created through the API, for tests that do not test the login form. */
export async function signIn(page: Page, login: Login = {}): Promise<void> {
  await openSignedIn(page, '/admin', login);
  await expectReferralList(page, login);
}

/** Opens a page with a session created through the API. */
export async function openSignedIn(page: Page, path: string, login: Login = {}): Promise<void> {
  await beginSession(page, login);
  await page.goto(path);
}

/** Stores the tokens of a new session in the browser without loading the app. Defaults to the super user. */
export async function beginSession(
  page: Page,
  { email = SUPERUSER.email, password = SUPERUSER.password }: Login = {},
): Promise<void> {
  const form = { username: email, password };
  const response = await page.request.post('/api/auth/login', { form });
  if (!response.ok()) throw new Error(`The login returned ${response.status()}`);
  const pair = (await response.json()) as { access_token: string; refresh_token: string };
  for (const secret of [email, password, pair.access_token, pair.refresh_token])
    plantCanary(secret);
  // A page of this origin without the app. It names an icon, because a full browser otherwise requests the default one.
  const body = '<link rel="icon" href="data:,">';
  await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/empty');
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('token', access_token);
    localStorage.setItem('refresh_token', refresh_token);
  }, pair);
}

async function expectReferralList(page: Page, { texts = english }: Login): Promise<void> {
  await expect(page.getByRole('heading', { name: texts.referrals.title })).toBeVisible();
}

/** An open dialog, or a question. */
export const anyDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** The table row or card that contains a text. */
export const rowWith = (page: Page, text: string) =>
  page.locator('[data-row]').filter({ hasText: text });

/** The rows of a page's own list, without those of a list that is a part of it. */
export const listRows = (page: Page) => page.locator('[data-row]:not([data-list-part] *)');

/** Shows the actions of a row, which are behind a button in a narrow window, and returns the row. */
export async function showActions(row: Locator): Promise<Locator> {
  await expect(row).toBeVisible();
  const more = row.locator('button[aria-expanded=false]');
  if (await more.isVisible()) await more.click();
  return row;
}

/** Opens the filters of the referral list, which are behind a button, unless they are open. */
export async function openFilters(page: Page, texts: Texts = english): Promise<void> {
  const opener = page.getByRole('button', { name: texts.referralFilters.open, exact: true });
  await expect(opener).toBeVisible();
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
}

/** Returns the first URL in an email, or '' if there is none. */
export function extractLink({ text }: ReceivedEmail): string {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
}

/** A desktop in English and a small phone in Spanish. See `alternateStories`. */
export const SETTINGS = {
  desktop: { locale: 'en-US', viewport: { width: 1280, height: 800 }, texts: english },
  phone: { locale: 'es-MX', viewport: { width: 360, height: 740 }, texts: spanish },
} as const;

/**
 * Alternates the stories (tests) of a file between the sizes: each runs in one size, or in both when EXHAUSTIVE. A test about
 * layout calls `test` directly and so runs in both.
 * @param first the size that runs the file's first story
 * @returns a function that returns `test` if the next story runs in this size, and a no-op otherwise
 */
export function alternateStories<T extends (...args: never[]) => unknown>(
  test: T,
  size: string,
  first: keyof typeof SETTINGS,
) {
  let turn = size === first ? 0 : 1;
  const skip = (() => {}) as unknown as T;
  return (): T => (EXHAUSTIVE || turn++ % 2 === 0 ? test : skip);
}

/** The dialog above all others. */
export const topDialog = (page: Page) =>
  page.locator(':is([role="dialog"], [role="alertdialog"]):not([aria-hidden="true"])').last();
