/** How to reach the person safely: a visitor says it, staff read it as an instruction. */
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { advanceClock, chooseSubstanceAndSite, fillPerson, SETTINGS, signIn } from './steps';

const NOTE = 'After 3 PM. An aunt may answer.';

for (const [size, { texts, ...settings }] of Object.entries(SETTINGS)) {
  test.describe(size, () => {
    test.use(settings);

    test('staff read what a visitor says about how to reach the person', async ({ page }) => {
      const form = texts.reachForm;
      const name = `Reached-${size}`;
      await page.goto('/');
      await chooseSubstanceAndSite(page, { texts });
      await fillPerson(page, name, texts);
      const question = (label: string) => page.getByRole('radiogroup', { name: label });
      // By the keyboard: one stop for each question, and arrows for its answers.
      const language = question(form.language);
      await language.getByRole('radio', { name: form.unknown }).focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(language.getByRole('radio', { name: form.languages.es })).toBeChecked();
      await page.keyboard.press('Tab');
      await expect(
        question(form.voicemail).getByRole('radio', { name: form.unknown }),
      ).toBeFocused();
      await question(form.voicemail).getByRole('radio', { name: form.no, exact: true }).check();
      await question(form.text).getByRole('radio', { name: form.yes, exact: true }).check();
      await page.getByLabel(form.note, { exact: true }).fill(NOTE);
      await expectAccessible(page, 'step 2 with answers on how to reach the person');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(settings.viewport.width);

      await advanceClock(page);
      await page.getByRole('button', { name: texts.referralForm.finish, exact: true }).click();
      await page.getByRole('button', { name: texts.referralForm.notice.continue }).click();
      const receipt = page.getByRole('region', { name: texts.receipt.title });
      await expect(receipt).toBeVisible();
      await expect(receipt).not.toContainText('aunt');
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('body')).not.toContainText('aunt');
      await page.emulateMedia({ media: 'screen' });

      await signIn(page, { texts });
      const row = page.locator('[data-row]').filter({ hasText: name });
      if (size === 'phone') {
        const words = [texts.reach.rowNoVoicemail, texts.reach.languages.es, NOTE].join(', ');
        await expect(row).toContainText(words);
        await expect(row.getByRole('link', { name: new RegExp(`: ${words}$`) })).toBeVisible();
      }
      await row.getByRole('link', { name: /^Robin/ }).click();
      const person = page.getByRole('region', { name: texts.statusDialog.person });
      const list = person.getByRole('list', { name: texts.reach.title });
      await expect(list.getByRole('listitem')).toHaveText([
        texts.reach.say,
        texts.reach.noVoicemail,
        texts.reach.mayText,
        texts.reach.language.replace('%{language}', texts.reach.languages.es),
        texts.reach.note.replace('%{note}', NOTE),
      ]);
      await expectAccessible(page, 'record with how to reach the person');
    });
  });
}
