/** What is to do today: at two widths, in both languages, by keyboard, with axe. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { logIn, openAll, openSignedIn, rowWith, signIn, TEXTS } from './steps';

const VARIANTS = [
  { name: '360 px', language: 'es', viewport: { width: 360, height: 740 } },
  { name: '1280 px', language: 'en', viewport: { width: 1280, height: 800 } },
] as const;

const record = (page: Page) => page.locator('[role="dialog"]:not([aria-hidden="true"])');

for (const { name, language, viewport } of VARIANTS) {
  const texts = TEXTS[language];
  const t = texts.today;

  test.describe(name, () => {
    test.use({ viewport, locale: language });
    test.beforeEach(async ({ server }) => (await createSuperuserApi(server.url)).finishToday());

    test('is the first screen, by keyboard, and keeps what is finished in its place', async ({
      page,
      server,
    }) => {
      const api = await createSuperuserApi(server.url);
      const [one, other] = [`Due-One-${language}`, `Due-Two-${language}`];
      await api.fileReferral(one);
      await api.fileReferral(other);
      await page.goto('/login');
      await logIn(page, { texts });
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
      await expect(page).toHaveURL('/today');
      const row = rowWith(page, one);
      await expect(row).toContainText(t.reasons.noAttempt);
      await expect(row).toContainText(t.dueToday);
      await expect(page.getByRole('button', { name: t.mine, pressed: true })).toBeVisible();
      await expectAccessible(page, 'what is to do today');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);

      // From the name into the record, and on to the next person.
      await row.getByRole('link', { name: /^Robin/ }).focus();
      await page.keyboard.press('Enter');
      await expect(record(page)).toContainText(one);
      await page.keyboard.press('j');
      await expect(record(page)).toContainText(other);
      await page.keyboard.press('k');
      await expect(record(page)).toContainText(one);
      const dialog = record(page);
      await dialog.getByLabel(texts.statusDialog.status, { exact: true }).selectOption('Processed');
      await dialog.getByRole('button', { name: texts.statusDialog.submit, exact: true }).click();
      await expect(dialog).toHaveCount(0);
      const processed = texts.referralStatus.Processed;
      await expect(row).toContainText(t.finished.status.replace('%{status}', processed));
      await expect(rowWith(page, other)).toContainText(t.reasons.noAttempt);
      await expectAccessible(page, 'a finished row');

      await page.getByRole('button', { name: t.mine }).click();
      await expect(row).toHaveCount(0);
      await expect(rowWith(page, other)).toBeVisible();
      await openAll(page, { texts });
      await expect(
        page.getByRole('link', { name: new RegExp(`^${texts.tabs.today}`) }).first(),
      ).toBeVisible();
    });

    test('many get a day to call back, spread over business days', async ({ page, server }) => {
      const api = await createSuperuserApi(server.url);
      const people = `Many-${language}`;
      for (const each of ['A', 'B', 'C']) await api.fileReferral(`${people}-${each}`);
      await openSignedIn(page, '/today', { texts });
      for (const each of ['A', 'B', 'C'])
        await rowWith(page, `${people}-${each}`).getByRole('checkbox').check();
      await page.getByRole('button', { name: texts.bulk.callBack.open }).click();
      const dialog = record(page);
      const spread = dialog.getByLabel(texts.bulk.callBack.spread, { exact: true });
      await spread.fill('9');
      const submit = dialog.getByRole('button', { name: texts.bulk.confirm.followUp });
      await submit.click();
      const because = dialog.getByLabel(texts.bulk.callBack.because, { exact: true });
      await expect(because).toBeFocused();
      await expectAccessible(page, 'asking when to call back');
      await because.fill('A holiday week');
      await submit.click();
      await expect(dialog).toHaveCount(0);
      const done = t.finished.resting.split('%{day}')[0] ?? '';
      await expect(rowWith(page, `${people}-C`)).toContainText(done);
      await expect(rowWith(page, `${people}-C`).getByRole('checkbox')).toHaveCount(0);
      // They rest in no other list: the list of all has them as before.
      await signIn(page, { texts });
      await expect(rowWith(page, `${people}-A`)).toBeVisible();
    });
  });
}
