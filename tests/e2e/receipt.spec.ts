/** From the errors of an empty form to the receipt of an unlisted place, by the keyboard alone, and the receipt on paper. */
import { expect } from '@playwright/test';
import { UNLISTED_SITE_NAME } from '../../contract/constants';
import { expectAccessible } from './accessibility';
import { test } from './fixtures';
import { advanceClock, fillPerson, TEXTS } from './steps';

test.use({ refusals: [422] });

for (const [language, locale, width] of [
  ['en', 'en-US', 320],
  ['en', 'en-US', 1440],
  ['es', 'es-MX', 320],
  ['es', 'es-MX', 1440],
] as const) {
  test.describe(`${language}, ${width} px`, () => {
    test.use({ locale, viewport: { width, height: 800 } });

    test('a guest corrects the errors and gets a receipt', async ({ page }) => {
      const texts = TEXTS[language];
      const { flags, refusedValues, ...form } = texts.referralForm;
      const { receipt: own, receiptCode: code } = texts;
      const field = (label: string) => page.getByLabel(label, { exact: true });
      const summary = page.getByRole('group', { name: /\d/ });
      const links = summary.getByRole('link');
      await page.goto('/');

      await page.getByRole('button', { name: form.next, exact: true }).press('Enter');
      await expect(summary).toBeFocused();
      await expect(links).toHaveText([flags.substance, flags.site]);
      await expectAccessible(page, 'errors of step 1');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(field(form.substance)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(field(form.site)).toBeFocused();
      await page.keyboard.type(UNLISTED_SITE_NAME);
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(links).toHaveCount(2);
      await field(form.place).fill('Harbor High');
      await expectAccessible(page, 'step 1 with an unlisted place');
      await page.keyboard.press('Enter');

      await expect(page.getByRole('heading', { name: form.completeTitle })).toBeFocused();
      await expect(field(form.notes)).toHaveValue(`${form.place}: Harbor High`);
      await expect(page.getByText(texts.substances['Alcohol-related'])).toBeVisible();
      await fillPerson(page, `Receipt-${language}-${width}`, texts);
      await field(form.contactNumber).fill('555 01');
      await field(form.dob).fill('1899-12-31');
      await advanceClock(page);
      const send = async () => {
        await page.getByRole('button', { name: form.finish, exact: true }).press('Enter');
        await page.getByRole('button', { name: form.notice.continue, exact: true }).press('Enter');
      };
      await send();
      await expect(summary).toBeFocused();
      await expect(links).toHaveText([refusedValues.phone, refusedValues.dob]);
      await expectAccessible(page, 'errors of step 2');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(field(form.contactNumber)).toBeFocused();
      await field(form.contactNumber).fill('(555) 010-2030');
      await field(form.dob).fill('2006-04-30');
      await send();

      await expect(page.getByText(form.added)).toBeVisible();
      const receipt = page.getByRole('region', { name: own.title });
      await expect(receipt).toBeFocused();
      await expect(receipt).toBeInViewport();
      await expect(page.getByText(form.added)).toHaveCount(0);
      await expect(receipt).toContainText(texts.landing.next);
      await expect(receipt).not.toContainText('Receipt-');
      await expectAccessible(page, 'receipt');

      await page.emulateMedia({ media: 'print' });
      await expect(receipt).toBeVisible();
      for (const around of ['banner', 'contentinfo', 'button', 'textbox'] as const) {
        await expect(page.getByRole(around)).toHaveCount(0);
      }
      await expect(page.getByRole('heading')).toHaveText([own.title, code.title]);
      const pdf = await page.pdf({ format: 'Letter' });
      expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'screen' });

      await page.keyboard.press('Tab');
      await expect(receipt.getByRole('button', { name: code.save, exact: true })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(receipt.getByRole('button', { name: own.another })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(receipt).toHaveCount(0);
      await expect(page.getByRole('heading', { name: form.startTitle })).toBeFocused();
    });
  });
}
