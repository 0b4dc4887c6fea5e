/** From a guest's form to the receipt with reference and code, and to what its holder learns at /track. */
import { expect } from '@playwright/test';
import { STATEMENT_2 } from '../../contract/statements';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { advanceClock, chooseSubstanceAndSite, fillPerson, TEXTS } from './steps';

for (const [language, locale, width] of [
  ['en', 'en-US', 360],
  ['en', 'en-US', 1280],
  ['es', 'es-MX', 360],
  ['es', 'es-MX', 1280],
] as const) {
  test.describe(`${language}, ${width} px`, () => {
    test.use({ locale, viewport: { width, height: 800 } });

    test('a guest looks up their referral by the receipt', async ({ page, server }) => {
      const texts = TEXTS[language];
      const { receiptCode: words, lookUp, hearBack, referralForm: form } = texts;
      await page.goto('/');
      await chooseSubstanceAndSite(page, { texts });
      const lastName = `Look-up-${language}-${width}`;
      await fillPerson(page, lastName, texts);
      await page.getByLabel(hearBack.name).fill('Carmen Sample');
      await expectAccessible(page, 'step 2 with the name of the guest');
      await advanceClock(page);
      await page.getByRole('button', { name: form.finish, exact: true }).click();
      await page.getByRole('button', { name: form.notice.continue, exact: true }).click();
      const receipt = page.getByRole('region', { name: words.title });
      await expect(receipt.locator('dd')).toHaveCount(2);
      const [reference = '', code = ''] = await receipt.locator('dd').allTextContents();
      expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
      await expect(receipt.getByRole('img', { name: words.qr })).toBeVisible();
      await expectAccessible(page, 'the receipt with its code');

      const track = await page.context().newPage();
      await track.goto('/track');
      await track.getByLabel(lookUp.reference, { exact: true }).fill(reference);
      await track.getByLabel(lookUp.code, { exact: true }).fill(code);
      await expectAccessible(track, 'the look-up');
      const year = track.getByLabel(lookUp.year, { exact: true });
      const submit = track.getByRole('button', { name: lookUp.submit, exact: true });
      await year.fill('2005');
      await submit.click();
      await expect(track.getByText(lookUp.noMatch)).toBeVisible();
      await expectAccessible(track, 'three that do not match');
      await year.fill('2006');
      await submit.click();
      await expect(track.getByRole('status').getByText(texts.answers.callUs)).toBeVisible();
      await expectAccessible(track, 'the answer');

      // The person signs that the guest may know whether they were reached, and stops it later.
      const api = await createSuperuserApi(server.url);
      const id = await api.findId(lastName);
      await api.addConsent(id, null);
      const lookUpAgain = async () => {
        await track.getByRole('button', { name: lookUp.another, exact: true }).click();
        await track.getByLabel(lookUp.reference, { exact: true }).fill(reference.toLowerCase());
        await track.getByLabel(lookUp.code, { exact: true }).fill(code.replaceAll('-', ' '));
        await year.fill('2006');
        await submit.click();
      };
      await lookUpAgain();
      const answer = track.getByRole('main');
      await expect(answer).toContainText(texts.answers.received);
      await expect(answer).toContainText(STATEMENT_2);
      await expectAccessible(track, 'an answer by consent');
      await api.endConsents(id);
      await lookUpAgain();
      await expect(answer).toContainText(texts.answers.callUs);
      await expect(answer).not.toContainText(STATEMENT_2);
      await track.reload();
      await expect(track.getByLabel(lookUp.code, { exact: true })).toHaveValue('');
    });
  });
}

for (const language of ['en', 'es'] as const) {
  test.describe(`${language}, without scripts`, () => {
    test.use({
      javaScriptEnabled: false,
      locale: language === 'en' ? 'en-US' : 'es-MX',
      viewport: { width: 360, height: 800 },
      refusals: [422],
    });

    test('the look-up is a form', async ({ page, server }) => {
      const { lookUp, answers } = TEXTS[language];
      const api = await createSuperuserApi(server.url);
      const { tracking_id, code } = await api.fileAsGuest(`Plain-${language}`, 'Carmen Sample');
      const main = page.getByRole('main');
      const field = (name: string) => main.getByRole('textbox', { name, exact: true });
      const submit = main.getByRole('button', { name: lookUp.submit, exact: true });

      await page.goto('/track');
      await field(lookUp.reference).fill(tracking_id);
      await field(lookUp.code).fill(code);
      await field(lookUp.year).fill('207');
      await submit.click();
      await expect(main).toContainText(lookUp.yearWrong);
      await field(lookUp.year).fill('2006');
      await submit.click();
      await expect(main).toContainText(lookUp.noMatch);
      // What was typed is not lost.
      await expect(field(lookUp.code)).toHaveValue(code);
      await field(lookUp.year).fill('2007');
      await submit.click();
      await expect(main.getByRole('status')).toContainText(answers.callUs);
      expect(new URL(page.url()).search).toBe('');
      await main.getByRole('link', { name: lookUp.another, exact: true }).click();
      await expect(field(lookUp.code)).toHaveValue('');
    });
  });
}
