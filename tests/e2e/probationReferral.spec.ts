import { expect } from '@playwright/test';
import { test } from './fixtures';
import { chooseSubstanceAndSite, fillPerson, advanceClock } from './steps';

test.use({ refusals: [422] });

test('shows the server’s error at each field of a probation referral, and sends it once complete', async ({
  page,
}) => {
  await page.goto('/');
  await chooseSubstanceAndSite(page, { site: 'Probation Referral' });
  await advanceClock(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();

  const flags = {
    'First Name': 'Missing First Name',
    'Last Name': 'Missing last name',
    'Contact Number': 'Missing phone number',
    'Date of Birth': 'Missing date of birth',
    'Medical Insurance #': 'Missing Medi-Cal #',
    "Probation Officer's Name": 'Missing probation officer name',
    "Probation Officer's Phone": 'Missing phone number',
    "Probation Officer's Email": 'Missing email',
    'Medi-Cal County': 'Missing county',
  };
  for (const [label, flag] of Object.entries(flags)) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(flag));
  }
  await expect(page.getByLabel('Sex', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Notes', { exact: true })).not.toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(page.getByRole('group', { name: /^Please check these \d fields:$/ })).toBeFocused();
  await page.getByRole('link', { name: 'Missing First Name', exact: true }).click();
  await expect(page.getByLabel('First Name', { exact: true })).toBeFocused();

  await fillPerson(page, 'On-Probation');
  await expect(page.getByLabel('First Name', { exact: true })).not.toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.getByLabel('Medical Insurance #', { exact: true }).fill('91234567A');
  await page.getByLabel("Probation Officer's Name", { exact: true }).fill('Officer Sample');
  await page.getByLabel("Probation Officer's Phone", { exact: true }).fill('555 010 9999');
  await page
    .getByLabel("Probation Officer's Email", { exact: true })
    .fill('officer@county.example');
  await page.getByLabel('Medi-Cal County', { exact: true }).selectOption({ label: 'Yolo' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByText('Successfully added referral, the page will refresh.')).toBeVisible();
});
