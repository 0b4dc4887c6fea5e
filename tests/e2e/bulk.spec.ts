/** Changing many referrals at once, in a real browser. */
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { openFilters, rowWith, signIn } from './steps';

/** Files referrals and shows only them. Returns their ids. */
async function showPeople(page: Page, url: string, lastName: string, count: number) {
  const api = await createSuperuserApi(url);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await api.fileReferral(lastName));
  await signIn(page);
  await openFilters(page);
  await page.getByLabel('Name', { exact: true }).fill(lastName);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(count);
  return { api, ids };
}

test('twenty referrals are processed, and undone with one click', async ({ page, server }) => {
  await showPeople(page, server.url, 'Bulktwenty', 20);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Processed' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('Set 20 referrals to “Processed”?');
  await question.getByRole('button', { name: 'Set status' }).click();
  await expect(rowWith(page, 'Processed')).toHaveCount(20);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Pending')).toHaveCount(20);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a change by somebody else is reported in its row, which can be retried', async ({
  page,
  server,
}) => {
  const { api, ids } = await showPeople(page, server.url, 'Bulkstale', 3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await api.setStatus(ids[1] ?? '', 'Declined Services');
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Processed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set status' }).click();
  const results = page.getByRole('dialog', { name: 'What was changed' });
  await expect(results).toContainText('2 referrals are now “Processed”.');
  await expect(results.getByRole('listitem')).toHaveText(/It is now “Declined Services”/);
  await results.getByRole('button', { name: 'Try again' }).click();
  // Nothing more to say: it closes.
  await expect(page.getByText('3 referrals are now “Processed”.').first()).toBeVisible();
  await expect(results).toHaveCount(0);
  await expect(rowWith(page, 'Processed')).toHaveCount(3);
});

test('works with the keyboard alone', async ({ page, server }) => {
  await showPeople(page, server.url, 'Bulkkeys', 2);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Set status' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set status' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Pending' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Set status' });
  await expect(confirm).toBeVisible();
  for (let tabs = 0; tabs < 5; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await confirm.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowWith(page, 'Pending')).toHaveCount(2);
});

test.describe('code that cannot be downloaded', () => {
  const typed = (page: Page) => page.getByLabel('Contact Number', { exact: true });
  /** A page of its own, with two people and a filter that is typed but not submitted: the browser logs the failed downloads. */
  async function openPage(browser: Browser, url: string, lastName: string) {
    const page = await browser.newPage({ baseURL: url, locale: 'en-US' });
    await showPeople(page, url, lastName, 2);
    await typed(page).fill('555 01');
    return page;
  }
  const select = (page: Page) =>
    page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  async function choose(page: Page) {
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Processed' }).click();
  }

  test('is tried again after a time offline; page and input stay', async ({ browser, server }) => {
    const page = await openPage(browser, server.url, 'Bulkoffline');
    await page.context().setOffline(true);
    await select(page);
    const bar = page.getByRole('group', { name: 'Actions on the selected people' });
    await expect(bar.getByRole('alert')).toHaveText(/^There was no answer/);
    await page.context().setOffline(false);
    await bar.getByRole('button', { name: 'Try again' }).click();
    await expect(bar.getByRole('button', { name: 'Set status' })).toBeVisible();

    await page.context().setOffline(true);
    await choose(page);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('There was no answer');
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toHaveAccessibleName('Set 2 referrals to “Processed”?');
    await page.keyboard.press('Escape');
    await expect(typed(page)).toHaveValue('555 01');
    await page.close();
  });

  test('needs a reload if the server lacks it, when the person wants it', async ({
    browser,
    server,
  }) => {
    const page = await openPage(browser, server.url, 'Bulkmissing');
    await page.route('**/assets/BulkDialog-*.js', (route) => route.abort());
    await select(page);
    await choose(page);
    const dialog = page.getByRole('alertdialog', { name: 'Something went wrong on this page' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /^Select Robin/ }).first()).toBeChecked();
    await expect(typed(page)).toHaveValue('555 01');
    await page.close();
  });
});
