/** The header on small phones: one row or two, and no button text that wraps. */
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

/** Asserts at most that many rows at each width of a small phone. */
async function expectRows(page: Page, most: Record<320 | 360, number>): Promise<void> {
  for (const [width, rows] of Object.entries(most)) {
    await page.setViewportSize({ width: Number(width), height: 640 });
    const check = async () => {
      const found = await measureHeader(page);
      return { ...found, rows: Math.max(found.rows, rows) };
    };
    const expected = { rows, tall: [], isLow: true };
    await expect.poll(check, { message: `${width} pixels` }).toEqual(expected);
  }
}

for (const [language, texts] of Object.entries(TEXTS)) {
  test.describe(language, () => {
    test.use({ locale: language, viewport: { width: 320, height: 640 } });

    test('has one row for a visitor, or two on the smallest phone', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: texts.header.register })).toBeVisible();
      await expectRows(page, { 320: 2, 360: 1 });
    });

    test('has at most two rows for a super user, on the list and the home page', async ({
      page,
    }) => {
      await signIn(page, { texts });
      await expect(page.getByRole('button', { name: texts.menu.title })).toBeVisible();
      await expectRows(page, { 320: 2, 360: 2 });
      await page.goto('/');
      await expect(page.getByRole('button', { name: texts.header.logout })).toBeVisible();
      await expectRows(page, { 320: 2, 360: 2 });
    });
  });
}
