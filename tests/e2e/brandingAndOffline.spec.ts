/** The provider's brand colour and the offline banner, in a real browser. */
import { expect, type Locator } from '@playwright/test';
import { brandTokens } from '../../contract/brandColor';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { chooseSubstanceAndSite, signIn, TEXTS } from './steps';

const BRAND = '#ffd54a';
const { app, header, offline, quickExit, referralForm, landing, referrals } = TEXTS.en;

const colorOf = (button: Locator) =>
  button.evaluate((element) => {
    const { backgroundColor } = getComputedStyle(element);
    const parts = backgroundColor.match(/\d+/g) ?? [];
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  });

test('uses the provider’s brand colour, and stays readable', async ({ browser }) => {
  const { dataDir, remove } = await makeMigratedDataDir();
  const server = await startServerProcess(dataDir, { BRAND_COLOR: BRAND });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ baseURL: server.url, colorScheme });
    const brand = brandTokens(BRAND)[colorScheme]['--color-brand'];
    // On a page that the app renders, and on one that the server renders before hydration.
    await page.goto('/login');
    const login = page.getByRole('button', { name: TEXTS.en.login.submit, exact: true });
    expect(await colorOf(login)).toBe(brand);
    await page.goto('/');
    const button = page.getByRole('button', { name: landing.getStarted });
    await expect(button).toBeVisible();
    expect(await colorOf(button)).toBe(brand);
    await expectAccessible(page, `landing page in a pale yellow, ${colorScheme}`);
    await page.close();
  }
  await server.stop();
  remove();
});

test('shows the offline banner, also above an open dialog', async ({ page, context }) => {
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  // The code that sends is loaded a moment after the start.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/pipeline-')),
  );
  await context.setOffline(true);
  const banner = page.getByText(offline.text);
  await expect(banner).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: referralForm.finish }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(banner).toBeInViewport({ ratio: 1 });
  // The dialog's backdrop starts below the banner.
  const height = await banner.evaluate((element) => element.getBoundingClientRect().bottom);
  const backdrop = await page
    .getByRole('dialog')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element, '::backdrop').top));
  expect(backdrop).toBeGreaterThanOrEqual(height);
  await expectAccessible(page, 'offline, over a dialog');
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});

test('shows the offline banner of a staff screen in front of an open dialog', async ({
  browser,
  server,
}) => {
  // Not the page of the fixture, which allows no failed request: what the app sends while the browser goes offline fails.
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page);
  await page.getByRole('button', { name: referrals.add, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.setOffline(true);
  const banner = page.locator('[role=status]', { hasText: offline.text });
  await expect(banner).toBeInViewport({ ratio: 1 });
  const isInFront = await banner.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isInFront).toBe(true);
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await context.close();
});

test('keeps frame and draft when a page cannot be downloaded, and downloads it on the next try', async ({
  browser,
  server,
}) => {
  // A page of its own: the browser logs the failed download.
  const page = await browser.newPage({ baseURL: server.url });
  const context = page.context();
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await page.getByLabel(referralForm.lastName, { exact: true }).fill('Kept');
  await context.setOffline(true);
  await page.getByRole('button', { name: header.logIn }).click();
  await expect(page.getByRole('alert')).toContainText(app.errorTitle);
  await expect(page.getByText(offline.text)).toBeVisible();
  await expect(page.getByRole('link', { name: quickExit.leave })).toBeVisible();
  await expectAccessible(page, 'a page that could not be downloaded');
  await page.goBack();
  await expect(page.getByLabel(referralForm.lastName, { exact: true })).toHaveValue('Kept');
  await page.goForward();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: app.tryAgain }).click();
  await expect(page.getByRole('heading', { name: TEXTS.en.login.title })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(referralForm.lastName, { exact: true })).toHaveValue('Kept');
  await page.close();
});
