import { expect } from '@playwright/test';
import { SUPERUSER } from '../support/superuser';
import { test } from './fixtures';
import { referAsGuest, signInByForm } from './steps';

test('a super user signs in, sees the referral, sets its status, and signs out', async ({
  page,
}) => {
  await referAsGuest(page, 'Staff-Day');
  await signInByForm(page);
  await expect(page).toHaveURL('/admin');

  const row = page.getByRole('row').filter({ hasText: 'Staff-Day' });
  await expect(row).toContainText('Pending');
  await expect(row).toContainText('Guest');
  await row.getByRole('link', { name: /^Robin/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Referral Status for: Robin Staff-Day');
  await dialog.getByLabel('Referral Status', { exact: true }).selectOption('Processed');
  await dialog.getByLabel('Intake note', { exact: true }).fill('Called back.');
  await dialog.getByRole('button', { name: 'Update Referral' }).click();
  await expect(
    page.getByText('Successfully updated referral, page will now refresh.').first(),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Processed');

  await page.reload();
  await expect(row).toContainText('Processed');
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => ['token', 'refresh_token'].includes(key))).toEqual([]);

  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please log in to open that page.')).toBeVisible();
});

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await signInByForm(page);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(other.getByRole('heading', { name: 'Referral List' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('heading', { name: 'Referral List' })).toHaveCount(0);
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Logout' })).toHaveCount(0);
});

test.describe('a wrong password', () => {
  test.use({ refusals: [401] });

  test('is refused with the message of the product, and the input stays', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(SUPERUSER.email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-one');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Could not log you in, please try again.')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(SUPERUSER.email);
    await expect(page).toHaveURL('/login');
  });
});
