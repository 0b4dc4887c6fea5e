/** What a person does on the screens, in the words of the screens. */
import { expect, type Page } from '@playwright/test';
import en from '../../contract/languages/en.json' with { type: 'json' };
import es from '../../contract/languages/es.json' with { type: 'json' };
import type { Letter } from '../support/mailbox';
import { SUPERUSER } from '../support/world';
import { EXHAUSTIVE } from '../support/exhaustive';
import { plant } from './canaries';
import { SITE } from './fixtures';

const english = { ...en.everyone, ...en.staff };
const spanish = { ...es.everyone, ...es.staff };

export const TEXTS = { en: english, es: spanish };
export type Texts = typeof english;

/** Step 1 of the referral form. */
export async function chooseSubstanceAndSite(
  page: Page,
  { site = SITE, texts = english }: { site?: string; texts?: Texts } = {},
): Promise<void> {
  const { substance, site: siteLabel, next } = texts.referralForm;
  await page.getByLabel(substance, { exact: true }).click();
  await page.getByRole('option', { name: texts.substances['Alcohol-related'] }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel(siteLabel, { exact: true }).click();
  await page.getByLabel(siteLabel, { exact: true }).fill(site.slice(0, 6).toUpperCase());
  await page.getByRole('option', { name: site }).click();
  await page.getByRole('button', { name: next, exact: true }).click();
}

/** The person's fields of step 2. */
export async function describePerson(
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

/** The person takes their time: the page's clock says ten seconds more. A form filled in at once looks like a program's. */
export async function takeTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 10_000;
  });
}

/** Files a referral as a guest, from the landing page. */
export async function referAsGuest(page: Page, lastName: string): Promise<void> {
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await describePerson(page, lastName);
  await takeTime(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
}

interface Login {
  texts?: Texts;
  email?: string;
  password?: string;
}

/** Fills in the login on the page that shows it, and sends it; as the super user unless told otherwise. */
export async function logIn(
  page: Page,
  { texts = english, email = SUPERUSER.email, password = SUPERUSER.password }: Login = {},
): Promise<void> {
  await page.getByLabel(texts.login.email, { exact: true }).fill(email);
  await page.getByLabel(texts.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
}

/** Opens the login, signs in by its form, and sees the referral list. */
export async function signInByForm(page: Page, login: Login = {}): Promise<void> {
  await page.goto('/login');
  await logIn(page, login);
  await expectReferralList(page, login);
}

/** Opens the referral list signed in, for tests that are about something else: the session is begun without the form. */
export async function signIn(page: Page, login: Login = {}): Promise<void> {
  await openSignedIn(page, '/admin', login);
  await expectReferralList(page, login);
}

/** Opens a page signed in. */
export async function openSignedIn(page: Page, path: string, login: Login = {}): Promise<void> {
  await beginSession(page, login);
  await page.goto(path);
}

/** Has the browser hold a session, with nothing of the app open yet; the super user's unless told otherwise. */
export async function beginSession(
  page: Page,
  { email = SUPERUSER.email, password = SUPERUSER.password }: Login = {},
): Promise<void> {
  const form = { username: email, password };
  const answer = await page.request.post('/api/auth/login', { form });
  if (!answer.ok()) throw new Error(`The login answered ${answer.status()}`);
  const pair = (await answer.json()) as { access_token: string; refresh_token: string };
  for (const secret of [email, password, pair.access_token, pair.refresh_token]) plant(secret);
  // Of this origin, without the app, and with an icon: a whole browser asks for one where a page names none.
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

/** The table's row or the card that has a text in it. */
export const rowWith = (page: Page, text: string) =>
  page.locator('[data-row]').filter({ hasText: text });

/** The first address in a letter, as a person would follow it. */
export function linkIn({ text }: Letter): string {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
}

/** A small phone in Spanish, and a desktop in English: see `storiesIn`. */
export const SETTINGS = {
  desktop: { locale: 'en-US', viewport: { width: 1280, height: 800 }, texts: english },
  phone: { locale: 'es-MX', viewport: { width: 360, height: 740 }, texts: spanish },
} as const;

/**
 * Has the sizes take turns over the stories of a file: each is told in one, and in both under EXHAUSTIVE. Where the story is
 * about how things are laid out, `test` itself is called for both.
 * @param first the size of the file's first story
 * @returns what answers with `test` where it is this size's turn
 */
export function storiesIn<T extends (...args: never[]) => unknown>(
  test: T,
  size: string,
  first: keyof typeof SETTINGS,
) {
  let told = size === first ? 0 : 1;
  const none = (() => {}) as unknown as T;
  return (): T => (EXHAUSTIVE || told++ % 2 === 0 ? test : none);
}
