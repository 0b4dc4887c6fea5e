/** Printed output. */
import { expect, type Page } from '@playwright/test';
import { STATEMENT_1 } from '../../contract/statements';
import { test } from './fixtures';
import { readPdfPages, squeeze } from './pdfText';
import { createSuperuserApi } from './prepare';
import { openFilters, SETTINGS, signIn, TEXTS } from './steps';

/** Counts the printed pages. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** What paper says of its printing: a date with its year, a time, and the super user's name. */
const printedBy = ({ sheet }: { sheet: { printed: string } }) => {
  const [start = '', end = ''] = sheet.printed.split('%{date}');
  const [by = ''] = end.split('%{name}');
  return new RegExp(`^${start}.*20\\d\\d.*\\d:\\d\\d.*${by}.*\\S`);
};

/** Returns the visible elements whose text or background is not a shade of grey. */
const findColored = (page: Page) =>
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

    test('prints a referral on one sheet with its values, without buttons and the list', async ({
      page,
      server,
    }) => {
      const api = await createSuperuserApi(server.url);
      const lastName = `On-Paper-${size}`;
      await api.fileReferral(lastName, { notes: 'Prefers to be called\nin the evening.' });
      await signIn(page, { texts });
      const name = new RegExp(`^Robin( ${lastName})?$`);
      const row = page.locator('[data-row]').filter({ hasText: lastName });
      await row.getByRole('link', { name }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: texts.sheet.print })).toBeVisible();
      const code = (await dialog.getByText(/^R-\w{4}-\w{4}$/).textContent()) ?? '';

      await page.emulateMedia({ media: 'print' });
      const sheet = page.getByRole('article');
      await expect(sheet).toBeVisible();
      for (const text of [lastName, code, texts.referralStatus.Pending, texts.referrals.dob]) {
        await expect(sheet.getByText(text, { exact: true })).toBeVisible();
      }
      await expect(sheet.getByText(/in the evening/)).toBeVisible();
      await expect(sheet.getByText(STATEMENT_1)).toBeVisible();
      await expect(sheet.getByText(printedBy(texts))).toBeVisible();
      await expect(sheet.getByText('Referral Desk', { exact: true })).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(
        page.getByRole('table').or(dialog).or(page.locator('[data-row]:visible')),
      ).toHaveCount(0);
      expect(await findColored(page)).toEqual([]);
      expect(await countSheets(page)).toBe(1);
      // Browsers name the PDF file by the title.
      expect(await page.title()).not.toContain(lastName);

      await page.emulateMedia({ media: null });
      await expect(dialog).toBeVisible();
      await expect(sheet).toHaveCount(0);
    });

    test('prints the rows of the list without navigation and buttons', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const lastName = `Listed-On-Paper-${size}`;
      await api.fileReferral(lastName);
      await signIn(page, { texts });
      // While a narrow window is printed, it has the row as a card as well, which is not on the paper.
      const row = page.locator('[data-row]:visible').filter({ hasText: lastName });
      await expect(row).toBeVisible();
      // Earlier tests left referrals in the list.
      const { name } = texts.referralFilters;
      await openFilters(page, texts);
      await page.getByRole('textbox', { name, exact: true }).fill(lastName);
      await page.getByRole('textbox', { name, exact: true }).press('Enter');
      await expect(page.locator('[data-row]')).toHaveCount(1);
      await expect(page.getByText(texts.referrals.confidential)).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(row).toContainText(lastName);
      await expect(row).toContainText('Robin');
      await expect(page.getByText(texts.referrals.confidential)).toBeVisible();
      await expect(page.getByText(printedBy(texts))).toBeVisible();
      await expect(page.getByRole('heading', { name: texts.referrals.title })).toBeVisible();
      await expect(page.getByRole('navigation').or(page.getByRole('search'))).toHaveCount(0);
      await expect(page.getByRole('button', { name: texts.referrals.add })).toHaveCount(0);
      await expect(row.getByRole('button', { name: texts.referrals.delete })).toHaveCount(0);
      expect(await findColored(page)).toEqual([]);
      expect(await countSheets(page)).toBe(1);
    });
  });
}

test('a record with ten events and an intake note fits one page of US Letter, with the notice before it', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  const notes =
    'Met with the school nurse twice this month. Prefers calls after three in the afternoon, to the number of the aunt, who knows of it and agrees.\nSpeaks Spanish at home.';
  const id = await api.fileReferral('Ten-Events', { notes });
  for (let at = 0; at < 9; at += 1) {
    await api.setStatus(id, at % 2 === 0 ? 'More Info Needed' : 'Pending', notes);
  }
  await signIn(page);
  const row = page.locator('[data-row]').filter({ hasText: 'Ten-Events' });
  await row.locator('[data-row-opener]').click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Received/)
      .first(),
  ).toBeVisible();
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(10);
  const [sheet = '', ...more] = readPdfPages(await page.pdf({ format: 'Letter' }));
  expect(more).toEqual([]);
  const texts = TEXTS.en;
  expect(sheet).toContain(squeeze('Speaks Spanish at home.'));
  expect(sheet).toContain(squeeze(STATEMENT_1));
  expect(sheet.indexOf(squeeze(STATEMENT_1))).toBeLessThan(
    sheet.indexOf(squeeze(texts.statusDialog.person)),
  );
  // Ten events and the printing itself, and the entry.
  expect(sheet.match(/\d{1,2}:\d{2}[AP]M/g)?.length).toBeGreaterThanOrEqual(12);
});

test('the statement of the law leaves page 1 room for the first rows and the record', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  for (let at = 0; at < 3; at += 1) await api.fileReferral(`Statement-${at}`);
  await signIn(page);
  const row = page.locator('[data-row]').filter({ hasText: 'Statement-2' });
  await expect(row).toBeVisible();
  const [list = ''] = readPdfPages(await page.pdf({ format: 'Letter' }));
  for (const text of [STATEMENT_1, 'Statement-2']) expect(list).toContain(squeeze(text));

  await row.locator('[data-row-opener]').click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Received/)
      .first(),
  ).toBeVisible();
  const [record = ''] = readPdfPages(await page.pdf({ format: 'Letter' }));
  for (const text of [STATEMENT_1, 'Statement-2']) expect(record).toContain(squeeze(text));
});

test('prints the other lists without columns that contain only buttons', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  await api.addPending('Paper Pending', 'paper.pending@example.org');
  await signIn(page);
  const lists = [
    { path: '/accounts/list', buttons: ['Approve', 'Update', 'Deactivate', 'History'] },
    { path: '/profile', buttons: ['Approve'] },
  ];
  for (const { path, buttons } of lists) {
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    // The accounts that wait have a table of their own, which may come later.
    for (const name of buttons)
      await expect(page.getByRole('columnheader', { name, exact: true }).first()).toBeVisible();
    const heads = await page.getByRole('columnheader').allTextContents();
    await page.emulateMedia({ media: 'print' });
    const onPaper = heads.filter((head) => !buttons.includes(head));
    await expect(page.getByRole('columnheader')).toHaveText(onPaper);
    for (const table of await page.getByRole('table').all()) {
      const columns = await table.getByRole('columnheader').count();
      const cells = table.locator('[data-row]').first().locator('th:visible, td:visible');
      await expect(cells).toHaveCount(columns);
    }
    await page.emulateMedia({ media: null });
  }
});

test('also prints the sheet with the browser’s own print command', async ({ page, server }) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Printed-By-Keys');
  await signIn(page);
  const row = page.locator('[data-row]').filter({ hasText: 'Printed-By-Keys' });
  await row.getByRole('link', { name: /^Robin/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const sheetText = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const printed = document.querySelector('article')?.textContent ?? '';
    window.dispatchEvent(new Event('afterprint'));
    return printed;
  });
  expect(sheetText).toContain('Printed-By-Keys');
  await expect(page.locator('article')).toHaveCount(0);
});
