/** The header on small phones: two rows at most, and no button of two lines. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures';
import { signIn, TEXTS } from './steps';

/** The rows in which the header's links and buttons stand, and the names of those that take two lines. */
async function rowsOf(page: Page) {
  return page.getByRole('banner').evaluate((header) => {
    const parts = [...header.querySelectorAll('a, button')];
    const middles = parts.map((part) => {
      const { top, height } = part.getBoundingClientRect();
      return Math.round((top + height / 2) / 8);
    });
    const tall = parts
      .filter((part) => part.getBoundingClientRect().height > 48)
      .map((part) => part.textContent);
    const { height } = header.getBoundingClientRect();
    return { rows: new Set(middles).size, tall, isLow: height <= 112 };
  });
}
const TWO_ROWS = { rows: 2, tall: [], isLow: true };

for (const [language, texts] of Object.entries(TEXTS)) {
  for (const width of [320, 360]) {
    test.describe(`${width} pixels, ${language}`, () => {
      test.use({ locale: language, viewport: { width, height: 640 } });

      test('a visitor', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('button', { name: texts.header.register })).toBeVisible();
        expect(await rowsOf(page)).toEqual(TWO_ROWS);
      });

      test('a super user, on the home page and at their list', async ({ page }) => {
        await signIn(page, { texts });
        await expect(page.getByRole('button', { name: texts.menu.title })).toBeVisible();
        expect(await rowsOf(page)).toEqual(TWO_ROWS);
        await page.goto('/');
        await expect(page.getByRole('button', { name: texts.header.logout })).toBeVisible();
        expect(await rowsOf(page)).toEqual(TWO_ROWS);
      });
    });
  }
}
