/** What comes out of the printer. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures';
import { superuserApi } from './prepare';
import { SETTINGS, signIn } from './steps';

/** How many sheets of paper it takes. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Whatever is in sight and neither black nor grey on white. */
const colored = (page: Page) =>
  page.locator('body :visible').evaluateAll((elements) => {
    const isGrey = (color: string) =>
      new Set(/\d+, \d+, \d+/.exec(color)?.[0].split(', ')).size < 2;
    return elements.flatMap((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return isGrey(color) && isGrey(backgroundColor) ? [] : [`${element.className}: ${color}`];
    });
  });

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use({ ...settings, colorScheme: 'dark' });

    test('a referral is one sheet with its values, without buttons and the list', async ({
      page,
      server,
    }) => {
      const api = await superuserApi(server.url);
      const lastName = `On-Paper-${size}`;
      await api.fileReferral(lastName, { notes: 'Prefers to be called\nin the evening.' });
      await signIn(page, { texts });
      const name = new RegExp(`^Robin( ${lastName})?$`);
      const row = page.locator('[data-row]').filter({ hasText: lastName });
      await row.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: texts.sheet.print })).toBeVisible();
      const code = (await dialog.getByText(/^R-\w{4}-\w{4}$/).textContent()) ?? '';

      await page.emulateMedia({ media: 'print' });
      const sheet = page.getByRole('article');
      for (const text of [lastName, code, texts.referralStatus.pending, texts.referrals.dob]) {
        await expect(sheet.getByText(text, { exact: true })).toBeVisible();
      }
      await expect(sheet.getByText(/in the evening/)).toBeVisible();
      await expect(sheet.getByText(texts.sheet.redisclosure)).toBeVisible();
      await expect(sheet.getByText('Referral Desk', { exact: true })).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(
        page.getByRole('table').or(dialog).or(page.locator('[data-row]:visible')),
      ).toHaveCount(0);
      expect(await colored(page)).toEqual([]);
      expect(await countSheets(page)).toBe(1);
      // What a browser calls the file.
      expect(await page.title()).not.toContain(lastName);

      await page.emulateMedia({ media: null });
      await expect(dialog).toBeVisible();
      await expect(sheet).toHaveCount(0);
    });

    test('the list is its rows, without what leads elsewhere', async ({ page, server }) => {
      const api = await superuserApi(server.url);
      const lastName = `Listed-On-Paper-${size}`;
      await api.fileReferral(lastName);
      await signIn(page, { texts });
      const row = page.locator('[data-row]').filter({ hasText: lastName });
      await expect(row).toBeVisible();
      // The tests before this one left theirs.
      const { title, name } = texts.referralFilters;
      if (size === 'phone') await page.getByRole('button', { name: title }).click();
      await page.getByRole('textbox', { name, exact: true }).fill(lastName);
      await page.getByRole('textbox', { name, exact: true }).press('Enter');
      await expect(page.locator('[data-row]')).toHaveCount(1);
      await expect(page.getByText(texts.referrals.confidential)).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(row).toContainText(lastName);
      await expect(row).toContainText('Robin');
      await expect(page.getByText(texts.referrals.confidential)).toBeVisible();
      await expect(page.getByRole('heading', { name: texts.referrals.title })).toBeVisible();
      await expect(page.getByRole('navigation').or(page.getByRole('search'))).toHaveCount(0);
      await expect(page.getByRole('button', { name: texts.referrals.add })).toHaveCount(0);
      await expect(row.getByRole('button', { name: texts.referrals.delete })).toHaveCount(0);
      expect(await colored(page)).toEqual([]);
      expect(await countSheets(page)).toBe(1);
    });
  });
}

test('of the other lists no column is on paper that only has buttons', async ({ page, server }) => {
  const api = await superuserApi(server.url);
  await api.addPending('Paper Pending', 'paper.pending@example.org');
  await signIn(page);
  const lists = [
    { path: '/accounts/list', buttons: ['Update', 'Deactivate', 'History'] },
    { path: '/profile', buttons: ['Approve'] },
  ];
  for (const { path, buttons } of lists) {
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(expect.arrayContaining(buttons));
    await page.emulateMedia({ media: 'print' });
    const onPaper = heads.filter((head) => !buttons.includes(head));
    await expect(page.getByRole('columnheader')).toHaveText(onPaper);
    const cells = page.locator('[data-row]').first().locator('th:visible, td:visible');
    await expect(cells).toHaveCount(onPaper.length);
    await page.emulateMedia({ media: null });
  }
});

test('what is printed by the browser’s own command is the sheet, too', async ({ page, server }) => {
  const api = await superuserApi(server.url);
  await api.fileReferral('Printed-By-Keys');
  await signIn(page);
  const row = page.locator('[data-row]').filter({ hasText: 'Printed-By-Keys' });
  await row.getByRole('button', { name: 'Robin' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const drawn = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const atOnce = document.querySelector('article')?.textContent ?? '';
    window.dispatchEvent(new Event('afterprint'));
    return atOnce;
  });
  expect(drawn).toContain('Printed-By-Keys');
  await expect(page.locator('article')).toHaveCount(0);
});
