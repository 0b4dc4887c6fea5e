import { expect } from '@playwright/test';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { chooseSubstanceAndSite, openFilters, signIn, TEXTS } from './steps';

test('switches the language immediately, and remembers it', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toHaveCount(0);

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
});

test('keeps the focus, and what was typed, in the public form and in the filters of staff', async ({
  page,
  server,
}) => {
  // An empty list has no filters.
  await (await createSuperuserApi(server.url)).fileReferral('Languages');
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await page.getByLabel('Last Name', { exact: true }).fill('Typed-Before');
  await page.getByRole('button', { name: 'Español' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  await expect(page.getByLabel('Apellido', { exact: true })).toHaveValue('Typed-Before');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Español' })).toBeFocused();

  await signIn(page);
  await openFilters(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed filter');
  await page.getByRole('button', { name: 'Español' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  const { name } = TEXTS.es.referralFilters;
  await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue('Typed filter');
});

test.describe('a browser in Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('gets the page in Spanish', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  });
});
