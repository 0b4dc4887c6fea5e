/** Why a referral ended, why one was deleted, and putting it back: at two widths, in both languages, by keyboard, with axe. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { rowWith, signIn, TEXTS } from './steps';

const VARIANTS = [
  { name: '360 px', language: 'es', viewport: { width: 360, height: 740 } },
  { name: '1280 px', language: 'en', viewport: { width: 1280, height: 800 } },
] as const;

const record = (page: Page) => page.locator('[role="dialog"]:not([aria-hidden="true"])');

for (const { name, language, viewport } of VARIANTS) {
  const texts = TEXTS[language];

  test.describe(name, () => {
    test.use({ viewport, locale: language });

    test('a referral ends with a reason, which the record shows, the list finds and the history keeps', async ({
      page,
      server,
    }) => {
      const lastName = `Ended-${language}`;
      const t = texts.ending;
      const api = await createSuperuserApi(server.url);
      await api.fileReferral(lastName);
      await signIn(page, { texts });
      await rowWith(page, lastName)
        .getByRole('link', { name: /^Robin/ })
        .click();
      const dialog = record(page);
      const status = dialog.getByLabel(texts.statusDialog.status, { exact: true });
      const submit = dialog.getByRole('button', { name: texts.statusDialog.submit, exact: true });
      await status.selectOption('Declined Services');
      await expectAccessible(page, 'asking for a reason');
      await submit.click();
      const why = dialog.getByRole('radiogroup', { name: t.why });
      await expect(why).toHaveAttribute('aria-invalid', 'true');
      await expect(why.getByRole('radio').first()).toBeFocused();
      await expect(dialog.getByText(t.missing)).toBeVisible();
      await expectAccessible(page, 'without a reason');
      // Nobody has called yet.
      await expect(why.getByRole('radio', { name: texts.endReasons.notReached })).toBeDisabled();
      await why.getByRole('radio', { name: texts.endReasons.noPlace }).check();
      await dialog.getByLabel(t.note, { exact: true }).fill('Full until May');
      await submit.click();
      await expect(dialog).toHaveCount(0);

      await page.getByRole('button', { name: texts.referralFilters.open, exact: true }).click();
      await page.getByRole('combobox', { name: t.title, exact: true }).selectOption('noPlace');
      await page.getByRole('button', { name: texts.referralFilters.submit, exact: true }).click();
      await expect(page.locator('[data-row]')).toHaveCount(1);
      await rowWith(page, lastName)
        .getByRole('link', { name: /^Robin/ })
        .click();
      const part = dialog.getByRole('region', { name: t.title });
      await expect(part).toContainText(texts.endReasons.noPlace);
      await expect(part).toContainText('Full until May');
      await expect(dialog.getByRole('region', { name: texts.history.title })).toContainText(
        `${t.title}: ${texts.endReasons.noPlace}`,
      );
      await expectAccessible(page, 'a referral that ended');

      await status.selectOption('Pending');
      await dialog.getByLabel(texts.note.title, { exact: true }).fill('Called back');
      await submit.click();
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('[data-row]')).toHaveCount(0);
    });

    test('a deleted referral has a reason, and is put back', async ({ page, server }) => {
      const lastName = `Deleted-${language}`;
      const t = texts.deleted;
      const api = await createSuperuserApi(server.url);
      const id = await api.fileReferral(lastName);
      // An empty list has no tabs.
      await api.fileReferral(`Stays-${language}`);
      await signIn(page, { texts });
      await rowWith(page, lastName)
        .getByRole('link', { name: /^Robin/ })
        .click();
      await record(page).getByRole('button', { name: texts.referrals.delete, exact: true }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(texts.deleteDialog.question);
      await expect(question).toContainText('30');
      await expectAccessible(page, 'asking why it is deleted');
      await question.getByRole('button', { name: texts.deleteDialog.yes, exact: true }).click();
      const why = question.getByLabel(texts.ending.why, { exact: true });
      await expect(why).toBeFocused();
      await why.selectOption('byMistake');
      await question.getByLabel(texts.ending.note, { exact: true }).fill('The wrong one');
      await page.waitForLoadState('networkidle');
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await question.getByRole('button', { name: texts.deleteDialog.yes, exact: true }).click();
      await expect(question).toHaveCount(0);
      await expect(rowWith(page, lastName)).toHaveCount(0);
      // The list is read again, and nothing of the referral that is deleted.
      expect(requests.filter((url) => url.endsWith('/worklist'))).toHaveLength(1);
      expect(requests.filter((url) => new URL(url).pathname.includes(id))).toEqual([]);

      await page.getByRole('link', { name: new RegExp(`^${texts.tabs.deleted} \\d+$`) }).click();
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeFocused();
      const row = rowWith(page, lastName);
      await expect(row).toContainText(texts.deleteReasons.byMistake);
      await expect(row).toContainText('The wrong one');
      await expectAccessible(page, 'deleted referrals');
      await row.getByRole('button', { name: new RegExp(`^${t.details}`) }).click();
      await expectAccessible(page, 'details of a deleted referral');
      await page.keyboard.press('Escape');

      // By keyboard.
      await row.getByRole('button', { name: new RegExp(`^${t.putBack}`) }).focus();
      await page.keyboard.press('Enter');
      await expect(question).toContainText(t.question);
      await expectAccessible(page, 'asking whether to put it back');
      await question.getByLabel(t.why, { exact: true }).fill('It was the other one');
      await page.keyboard.press('Tab');
      await expect(question.getByRole('button', { name: t.putBack, exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await expect(row).toHaveCount(0);

      await page.goto('/admin');
      await rowWith(page, lastName)
        .getByRole('link', { name: /^Robin/ })
        .click();
      const history = record(page).getByRole('region', { name: texts.history.title });
      await expect(history).toContainText(texts.history.putBack);
      await expect(history).toContainText(texts.deleteReasons.byMistake);
      await expect(history).toContainText('It was the other one');
    });
  });
}

test('by keyboard alone, a reason is chosen with the arrows and saved with Enter', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  await api.fileReferral('Ended-Keys');
  await signIn(page);
  const row = rowWith(page, 'Ended-Keys');
  await row.getByRole('link', { name: /^Robin/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = record(page);
  await dialog.getByLabel('Referral Status', { exact: true }).focus();
  await page.keyboard.type('Dec');
  await expect(dialog.getByRole('radiogroup', { name: 'Why?' })).toBeVisible();
  const first = dialog.getByRole('radio').first();
  for (
    let tabs = 0;
    tabs < 4 && !(await first.evaluate((one) => one === document.activeElement));
    tabs += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const second = dialog.getByRole('radio', { name: 'Gets help somewhere else' });
  await expect(second).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Declined Services');
});

test('many end with one reason, and get their former status back without it', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  for (const first_name of ['Ada', 'Bo']) await api.fileReferral('Ended-Many', { first_name });
  await signIn(page);
  await page.getByLabel('Find by name, birth date, phone or tracking ID').fill('Ended-Many');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Declined Services' }).click();
  const question = page.getByRole('alertdialog');
  await expectAccessible(page, 'asking why many end');
  await question.getByRole('radio', { name: 'We do not offer what is needed' }).check();
  await question.getByRole('button', { name: 'Set status' }).click();
  await expect(rowWith(page, 'Declined Services')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Pending')).toHaveCount(2);
});
