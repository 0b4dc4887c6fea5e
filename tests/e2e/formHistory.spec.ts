/** The browser's Back and Forward in the referral form: what was typed is in memory, and in nothing that the browser stores. */
import { expect, type Page } from '@playwright/test';
import { QUICK_EXIT } from '../../contract/constants';
import { readBrowserStorage } from './browserStorage';
import { SITE, test, uniqueClientAddress } from './fixtures';
import { advanceClock, chooseSubstanceAndSite, fillPerson, TEXTS } from './steps';

const { startTitle, completeTitle, added } = TEXTS.en.referralForm;
const step1 = (page: Page) => page.getByRole('heading', { name: startTitle });
const step2 = (page: Page) => page.getByRole('heading', { name: completeTitle });
const lastName = (page: Page) => page.getByLabel('Last Name', { exact: true });
const site = (page: Page) => page.getByLabel('Site', { exact: true });

/** Comes from another page, and types a referral. */
async function typeReferral(page: Page, name: string): Promise<string[]> {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/api/health');
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await fillPerson(page, name);
  return questions;
}

const expectNothingStored = async (page: Page, name: string) =>
  expect(JSON.stringify(await page.evaluate(readBrowserStorage))).not.toContain(name);

test('Back leads from step 2 to step 1, and Forward to step 2, with everything typed', async ({
  page,
}) => {
  const questions = await typeReferral(page, 'Back-And-Forward');
  await page.goBack();
  await expect(step1(page)).toBeFocused();
  await expect(site(page)).toHaveValue(SITE);
  await expect(page.getByRole('button', { name: 'Remove Alcohol-related' })).toBeVisible();
  await page.goForward();
  await expect(step2(page)).toBeFocused();
  await expect(lastName(page)).toHaveValue('Back-And-Forward');
  await expectNothingStored(page, 'Back-And-Forward');
  expect(new URL(page.url()).search).toBe('');
  expect(questions).toEqual([]);
});

test("'Back' of the form uses the same entries", async ({ page }) => {
  await typeReferral(page, 'Button-Back');
  const entries = await page.evaluate(() => window.history.length);
  for (let time = 0; time < 3; time += 1) {
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(step1(page)).toBeFocused();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(step2(page)).toBeFocused();
  }
  await expect(lastName(page)).toHaveValue('Button-Back');
  expect(await page.evaluate(() => window.history.length)).toBe(entries);
});

test('Back closes the question of a guest without sending', async ({ page }) => {
  await typeReferral(page, 'Back-From-Notice');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(site(page)).toHaveValue(SITE);
});

test('Back and Forward through another page of ours keep what was typed', async ({ page }) => {
  await typeReferral(page, 'Through-Login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.goBack();
  await expect(lastName(page)).toHaveValue('Through-Login');
  await page.goBack();
  await expect(site(page)).toHaveValue(SITE);
  await page.goForward();
  await expect(lastName(page)).toHaveValue('Through-Login');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  // A link to the page, which is not its entry.
  await page.getByRole('banner').getByRole('link').click();
  await expect(lastName(page)).toHaveValue('Through-Login');
  await page.goBack();
  await expect(site(page)).toHaveValue(SITE);
});

test('a sent referral is gone: Back leaves the page, and Forward shows an empty form', async ({
  page,
}) => {
  await typeReferral(page, 'Sent-And-Back');
  await advanceClock(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText(added)).toBeVisible();
  await expect(step1(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(history.state)))
    .not.toContain('formStep');
  await page.goForward();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(history.state)))
    .not.toContain('formStep');
  await expect(step1(page)).toBeVisible();
  await expect(site(page)).toHaveValue('');
  expect(await page.content()).not.toContain('Sent-And-Back');
  await page.goBack();
  await expect(page).toHaveURL('/api/health');
});

test('the skip link of step 2 leads to its fields', async ({ page }) => {
  await typeReferral(page, 'Skipped-To-Fields');
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('link', { name: TEXTS.en.app.skip }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByLabel(TEXTS.en.referralForm.lastName, { exact: true })).toHaveValue(
    'Skipped-To-Fields',
  );
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('a reload in step 2 leads to step 1, whose Back leaves the page', async ({ page }) => {
  const questions = await typeReferral(page, 'Reloaded-In-Step-2');
  await page.reload();
  await expect(step1(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(history.state)))
    .not.toContain('formStep');
  expect(questions).toEqual(['beforeunload']);
  await page.goBack();
  await expect(page).toHaveURL('/api/health');
});

test('after a quick exit from step 2, Forward leads to the other site again', async ({
  browser,
  server,
}) => {
  // A page of its own: it leaves our origin.
  const page = await browser.newPage({
    baseURL: server.url,
    locale: 'en-US',
    extraHTTPHeaders: uniqueClientAddress(),
  });
  await page.route(`${QUICK_EXIT.address}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sunny</h1>' }),
  );
  await typeReferral(page, 'Exit-And-Forward');
  await page.getByRole('link', { name: TEXTS.en.quickExit.leave }).click();
  const sunny = page.getByRole('heading', { name: 'Sunny' });
  await expect(sunny).toBeVisible();
  const asked = page.waitForRequest(`${server.url}/`);
  await page.evaluate(() => window.history.forward());
  await asked;
  await expect(sunny).toBeVisible();
  expect(await page.content()).not.toContain('Exit-And-Forward');
  await page.goBack();
  await expect(page).toHaveURL('/api/health');
  await page.close();
});
