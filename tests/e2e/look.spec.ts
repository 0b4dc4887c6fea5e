/** A provider's colour, and the connection, as a browser shows them. */
import { expect, type Locator } from '@playwright/test';
import { brandTokens } from '../../contract/brandColor';
import { makeMigratedDataDir, startServerProcess } from '../support/serverProcess';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { chooseSubstanceAndSite, signIn, TEXTS } from './steps';

const BRAND = '#ffd54a';
const { offline, referralForm, landing, referrals } = TEXTS.en;

const colorOf = (button: Locator) =>
  button.evaluate((element) => {
    const { backgroundColor } = getComputedStyle(element);
    const parts = backgroundColor.match(/\d+/g) ?? [];
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  });

test('the page has the provider’s colour, and can be read', async ({ browser }) => {
  const { dataDir, remove } = await makeMigratedDataDir();
  const desk = await startServerProcess(dataDir, { BRAND_COLOR: BRAND });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ baseURL: desk.url, colorScheme });
    const brand = brandTokens(BRAND)[colorScheme]['--color-brand'];
    // Also before the app has taken over, and at a page it draws itself.
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
  await desk.stop();
  remove();
});

test('a page without a connection says so, also over an open dialog', async ({ page, context }) => {
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await context.setOffline(true);
  const banner = page.getByText(offline.text);
  await expect(banner).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: referralForm.finish }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(banner).toBeInViewport({ ratio: 1 });
  // The dialog darkens the page from below it.
  const height = await banner.evaluate((element) => element.getBoundingClientRect().bottom);
  const backdrop = await page
    .getByRole('dialog')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element, '::backdrop').top));
  expect(backdrop).toBeGreaterThanOrEqual(height);
  await expectAccessible(page, 'offline, over a dialog');
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});

test('a staff screen without a connection says so, in front of an open dialog', async ({
  page,
  context,
}) => {
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
});
