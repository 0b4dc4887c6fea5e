/** A referral's dialog, worked by a super user: call, go through the list, write a note, correct, hand over. */
import { expect } from '@playwright/test';
import { test } from './fixtures';
import { referAsGuest, rowWith, signInByForm } from './steps';

test('a super user works through referrals in one dialog', async ({ page }) => {
  await referAsGuest(page, 'Record-Second');
  await referAsGuest(page, 'Record-Frist');
  await signInByForm(page);
  // The newest is on top.
  await rowWith(page, 'Record-Frist')
    .getByRole('link', { name: /^Robin/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Referral Status for:/ });
  await expect(dialog).toHaveAccessibleName('Referral Status for: Robin Record-Frist');
  await expect(dialog.getByRole('link', { name: /555/ })).toHaveAttribute('href', /^tel:\d{7,}/);

  await page.keyboard.press('j');
  await expect(dialog).toHaveAccessibleName('Referral Status for: Robin Record-Second');
  await page.keyboard.press('k');
  await expect(dialog).toHaveAccessibleName('Referral Status for: Robin Record-Frist');

  const history = dialog.getByRole('region', { name: 'History' });
  await dialog.getByLabel('Add a note').fill('Called, no answer.\nAgain at four.');
  await page.keyboard.press('Control+Enter');
  await expect(history.getByRole('listitem').first()).toContainText('Called, no answer.');
  await expect(history.getByRole('listitem').last()).toContainText('Received from a guest');

  await dialog.getByRole('button', { name: 'Correct details' }).click();
  const form = page.getByRole('dialog', { name: /^Correct details of:/ });
  await form.getByLabel('Last Name').fill('Record-First');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(dialog).toHaveAccessibleName('Referral Status for: Robin Record-First');
  await expect(history).toContainText('Last Name: Record-Frist');

  const owner = dialog.getByLabel('Assigned to');
  await owner.selectOption({ index: 1 });
  // Enter in the list saves both; the versions of the changes before are known.
  await dialog.getByLabel('Referral Status', { exact: true }).selectOption('Processed');
  await dialog.getByLabel('Referral Status', { exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowWith(page, 'Record-First')).toContainText('Processed');
  await rowWith(page, 'Record-First')
    .getByRole('link', { name: /^Robin/ })
    .click();
  await expect(history).toContainText('Assigned to: Nobody yet');
  await expect(history).toContainText('Referral Status: Pending');
});

test('a super user chooses which emails to get', async ({ page }) => {
  await signInByForm(page);
  await page.goto('/profile');
  const box = page.getByRole('checkbox', { name: 'Email me when a referral is assigned to me' });
  await expect(box).toBeEnabled();
  const before = await box.isChecked();
  await box.click();
  await expect(page.getByText('Saved.').first()).toBeVisible();
  await page.reload();
  await expect(box).toBeEnabled();
  await expect(box).toBeChecked({ checked: !before });
  await box.click();
  await expect(page.getByText('Saved.').first()).toBeVisible();
});
