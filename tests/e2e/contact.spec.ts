/** Contact attempts in the record: one tap, its way back, and the day to call back. */
import { expect, type Page } from '@playwright/test';
import { addDays } from '../../contract/calendarDays';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import {
  advanceClock,
  chooseSubstanceAndSite,
  fillPerson,
  logIn,
  rowWith,
  SETTINGS,
  signIn,
  type Texts,
} from './steps';

/** Files a referral as a guest, and opens its record. */
async function openNewRecord(page: Page, name: string, texts: Texts) {
  await page.goto('/');
  await chooseSubstanceAndSite(page, { texts });
  await fillPerson(page, name, texts);
  await advanceClock(page);
  await page.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
  await page.getByRole('button', { name: texts.referralForm.notice.continue }).click();
  await expect(page.getByRole('region', { name: texts.receipt.title })).toBeVisible();
  await signIn(page, { texts });
  await rowWith(page, name)
    .getByRole('link', { name: /^Robin/ })
    .click();
  return page.getByRole('region', { name: texts.contact.after });
}

/** The Thursday after the next six days. */
function nextThursday(): string {
  const today = new Date().toISOString().slice(0, 10);
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index + 7));
  return days.find((day) => new Date(`${day}T00:00Z`).getUTCDay() === 4) ?? today;
}

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);
    const { contact } = texts;
    const saved = (outcome: keyof typeof contact.outcomes) =>
      contact.saved.replace('%{outcome}', contact.outcomes[outcome]);

    test('one tap saves an attempt, and Undo takes it back', async ({ page }) => {
      const name = `Undone-${size}`;
      const panel = await openNewRecord(page, name, texts);
      await expect(panel.getByText(contact.none, { exact: true })).toBeVisible();
      await expectAccessible(page, 'record with the outcomes of a call');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(settings.viewport.width);
      await panel.getByRole('button', { name: contact.outcomes.noAnswer, exact: true }).click();
      await expect(panel.getByText(saved('noAnswer'))).toBeVisible();
      await panel.getByRole('button', { name: contact.undo, exact: true }).click();
      await expect(panel.getByText(contact.undone)).toBeVisible();
      await expect(panel.getByText(contact.none, { exact: true })).toBeVisible();
      const history = page.getByRole('region', { name: texts.history.title, exact: true });
      await expect(history.getByText(contact.undoneAt, { exact: true })).toBeVisible();
    });

    test('by keyboard: an outcome, then a Thursday to call back', async ({ page }) => {
      const name = `Rests-${size}`;
      const panel = await openNewRecord(page, name, texts);
      await panel
        .getByRole('button', { name: contact.outcomes.voicemail, exact: true })
        .press('Enter');
      const message = panel.getByText(saved('voicemail')).locator('..');
      await expect(message).toBeFocused();
      await expectAccessible(page, 'record after an attempt');
      await page.keyboard.press('Tab');
      await expect(panel.getByRole('button', { name: contact.undo, exact: true })).toBeFocused();
      await panel.getByRole('button', { name: contact.anotherDay }).press('Enter');
      const day = panel.getByLabel(contact.day, { exact: true });
      await expect(day).toBeFocused();
      await day.fill(nextThursday());
      await day.press('Enter');
      const [done] = contact.daySaved.split('%{day}');
      await expect(panel.getByText(new RegExp(`^${done}`))).toBeVisible();
      await page.keyboard.press('Escape');
      const [rests = ''] = contact.rests.split('%{day}');
      await expect(rowWith(page, name)).toContainText(contact.rowOutcomes.voicemail);
      await expect(rowWith(page, name)).toContainText(rests.trim());
    });
  });
}

test('the focus moves with the words, so that no key pressed then is lost', async ({
  page,
  server,
}) => {
  const api = await createSuperuserApi(server.url);
  await api.finishToday();
  await api.fileReferral('Focused');
  await page.goto('/login');
  await logIn(page);
  await rowWith(page, 'Focused')
    .getByRole('button', { name: /^Log a call/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^How did the call to/ });
  await dialog.getByRole('button', { name: 'Wants services' }).click();
  // Looked at in the task in which the words appear: a later look would see the focus of a later effect.
  const hasFocus = page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const look = () => {
          const words = [...document.querySelectorAll('p')].find(({ textContent }) =>
            textContent.startsWith('The status is now'),
          );
          if (!words) return;
          observer.disconnect();
          resolve(document.activeElement?.textContent);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await dialog.getByRole('button', { name: 'Set status' }).click();
  expect(await hasFocus).toBe('The status is now “Processed”.');
});
