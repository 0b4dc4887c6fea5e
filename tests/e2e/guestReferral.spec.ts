import { devices, expect } from '@playwright/test';
import { test } from './fixtures';
import { chooseSubstanceAndSite, describePerson } from './steps';

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.use({ ...phone, locale: 'en-US' });

test('a visitor files a referral as a guest, on a phone', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('button', { name: 'Get started' })
    .or(page.getByRole('link', { name: 'Get started' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeInViewport();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Missing substance type')).toBeVisible();
  await expect(page.getByText('Missing site')).toBeVisible();

  await chooseSubstanceAndSite(page);
  await expect(page.getByRole('heading', { name: 'Complete Referral' })).toBeVisible();
  await expect(page.getByLabel('Sex', { exact: true })).toHaveValue('Male');
  await expect(page.getByLabel('Medical Insurance #')).toHaveCount(0);
  await describePerson(page, 'Phone-Guest');
  await page.getByLabel('Notes', { exact: true }).fill('Prefers a call in the afternoon.');

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Alcohol-related')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue('Phone-Guest');

  await page.getByRole('button', { name: 'Finish' }).click();
  const notice = page.getByRole('dialog');
  await expect(notice).toContainText('cannot track referrals without an account');
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue('Phone-Guest');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();

  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Start Filling Out Referral' })).toBeVisible();
  await expect(page.getByText('Alcohol-related')).toHaveCount(0);
});

test('nothing a visitor typed stays in the browser', async ({ page }) => {
  await page.goto('/');
  await chooseSubstanceAndSite(page);
  await describePerson(page, 'Left-Nowhere');
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.values(localStorage),
      Object.values(sessionStorage),
      document.cookie,
      window.location.href,
    ]),
  );
  expect(kept).not.toContain('Left-Nowhere');
});
