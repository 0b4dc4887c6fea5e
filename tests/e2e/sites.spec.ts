/** Managing sites in the dialog of the referral list and on their page, and adding a user, on a phone and a desktop. */
import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD } from '../support/fixtures';
import { test } from './fixtures';
import { openSignedIn, showActions, signIn, signInByForm, alternateStories } from './steps';

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

/** Adds, finds, renames and deletes a site. */
async function manageSite(page: Page, part: Locator, site: string): Promise<void> {
  const row = (name: string) => part.locator('[data-row]:visible').filter({ hasText: name });
  await part.getByLabel('Site Name', { exact: true }).fill(site);
  await part.getByLabel('Site Name', { exact: true }).press('Enter');
  await expect(part.getByText('Successfully added new site.').first()).toBeVisible();
  await expect(row(site)).toBeVisible();
  await expect(part.getByLabel('Site Name', { exact: true })).toHaveValue('');
  await expect(part.getByLabel('Site Name', { exact: true })).toBeFocused();

  await part.getByLabel('Search by site name').fill(site.toUpperCase());
  await expect(part.locator('[data-row]')).toHaveCount(1);

  await showActions(row(site));
  await row(site).getByRole('button', { name: 'Edit' }).click();
  const newName = part.getByLabel(`New name for “${site}”`);
  await expect(newName).toBeFocused();
  await newName.press('End');
  await page.keyboard.type(' Academy');
  await part.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Successfully Updated Site')).toBeVisible();
  await expect(row(`${site} Academy`)).toBeVisible();
  await expect(row(`${site} Academy`).getByRole('button', { name: 'Edit' })).toBeFocused();

  await row(`${site} Academy`).getByRole('button', { name: 'Delete' }).click();
  await expect(row(`${site} Academy`)).toContainText(`Delete “${site} Academy”?`);
  await row(`${site} Academy`).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Successfully Deleted')).toBeVisible();
  await expect(part.getByText('No site name contains this text.')).toBeVisible();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport, refusals: [409] });
    const story = alternateStories(test, size, 'phone');

    story()('manages sites in the dialog of the referral list', async ({ page }) => {
      await signIn(page);
      const opener = page.getByRole('button', { name: 'Add Site' });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Add New School Site' });
      await manageSite(page, dialog, `Dialog ${size}`);
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    });

    story()('manages sites on their page, and reports a name that is taken', async ({ page }) => {
      await openSignedIn(page, '/sites');
      const main = page.getByRole('main');
      await manageSite(page, main, `Page ${size}`);

      // The name of the deleted one.
      const name = `page ${size} ACADEMY`;
      await main.getByLabel('Search by site name').fill('');
      await main.getByLabel('Site Name', { exact: true }).fill(name);
      await main.getByRole('button', { name: 'Add Site' }).click();
      await expect(main.getByText(/^A deleted site has this name/)).toBeVisible();
      const back = main.getByRole('button', { name: 'Bring it back' });
      await expect(back).toHaveAccessibleDescription(/No manager has this site/);
      await back.click();
      await expect(page.getByText('The site is back')).toBeVisible();
      await expect(main.getByLabel('Site Name', { exact: true })).toBeFocused();
      await main.getByLabel('Search by site name').fill(name);
      await expect(main.locator('[data-row]')).toHaveCount(1);

      await main.getByLabel('Search by site name').fill('');
      await main.getByLabel('Site Name', { exact: true }).fill('PROBATION referral');
      await main.getByRole('button', { name: 'Add Site' }).click();
      await expect(main.getByText('Site already exists')).toBeVisible();
      await expect(main.getByLabel('Site Name', { exact: true })).toHaveValue('PROBATION referral');
      const rule = main.locator('[data-row]').filter({ hasText: 'Probation Referral' });
      await showActions(rule);
      await expect(rule).toContainText('Part of the referral form');
      await expect(rule.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0);
    });

    story()('a super user adds a user, who signs in', async ({ page, browser, baseURL }) => {
      const email = `added.${size}@example.org`;
      await openSignedIn(page, '/accounts/list');
      // Accounts of other tests fill more than one page.
      await page.getByRole('searchbox').fill(email);
      await expect(page.getByText('No user found').first()).toBeVisible();
      const opener = page.getByRole('button', { name: 'Add Admin User' });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Add Admin User' });
      await dialog.getByRole('button', { name: 'Add User' }).click();
      await expect(dialog.getByRole('link', { name: 'Email is required' })).toBeVisible();

      await dialog.getByLabel('Sites').click();
      await expect(dialog.getByRole('option', { name: /^Site [A-Z]$/ })).toHaveCount(14);
      await page.keyboard.press('Escape');
      await dialog.getByLabel('Email').fill(email);
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Show password' }).click();
      await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
      await dialog.getByLabel('Role').selectOption('Super User');
      await dialog.getByRole('button', { name: 'Add User' }).click();
      await expect(dialog.getByText('Successfully added new user.')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect(page.locator('[data-row]').getByText(email).first()).toBeVisible();

      const other = await browser.newContext({ baseURL });
      const theirs = await other.newPage();
      await signInByForm(theirs, { email, password: PASSWORD });
      await expect(theirs).toHaveURL('/admin');
      await other.close();
    });
  });
}
