/** The header on small phones: two rows, and no button text that wraps. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures';
import { signIn, TEXTS } from './steps';

/** Returns the number of rows of the header's links and buttons, those that take two lines, and whether the header is low. */
async function measureHeader(page: Page) {
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

/** Asserts two rows at each width of a small phone. */
async function expectTwoRows(page: Page): Promise<void> {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    await expect.poll(() => measureHeader(page), { message: `${width} pixels` }).toEqual(TWO_ROWS);
  }
}

for (const [language, texts] of Object.entries(TEXTS)) {
  test.describe(language, () => {
    test.use({ locale: language, viewport: { width: 320, height: 640 } });

    test('has two rows for a visitor', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: texts.header.register })).toBeVisible();
      await expectTwoRows(page);
    });

    test('has two rows for a super user, on the list and the home page', async ({ page }) => {
      await signIn(page, { texts });
      await expect(page.getByRole('button', { name: texts.menu.title })).toBeVisible();
      await expectTwoRows(page);
      await page.goto('/');
      await expect(page.getByRole('button', { name: texts.header.logout })).toBeVisible();
      await expectTwoRows(page);
    });
  });
}
