/** The first click counts: what is pressed where the page has news or has just changed does what it says. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures';
import { createSuperuserApi } from './prepare';
import { anyDialog, rowWith, signIn, TEXTS } from './steps';

const texts = TEXTS.en;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

/** Where an element is, which takes no part in what Playwright waits for before a click. */
async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('Not in sight');
  return box;
}

const centreOf = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) =>
  [x + width / 2, y + height / 2] as const;

/** Presses where the target is now, and releases there after `meanwhile`, as a hand does. */
async function clickOnce(page: Page, target: Locator, meanwhile?: () => Promise<void>) {
  await target.scrollIntoViewIfNeeded();
  const box = await boxOf(target);
  await page.mouse.move(...centreOf(box));
  await page.mouse.down();
  await (meanwhile ? meanwhile() : page.waitForTimeout(150));
  expect(await boxOf(target)).toEqual(box);
  await page.mouse.up();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    async function openThree(page: Page, url: string, lastName: string) {
      const api = await createSuperuserApi(url);
      for (let count = 0; count < 3; count += 1) await api.fileReferral(lastName);
      await signIn(page);
      await expect(rowWith(page, lastName)).toHaveCount(3);
      return { api, rows: rowWith(page, lastName) };
    }
    const setStatus = (page: Page) => page.getByRole('button', { name: 'Set status', exact: true });

    test('Set status, after a Shift-click and after Space', async ({ page, server }) => {
      const { rows } = await openThree(page, server.url, `Release-${size}`);
      const checkbox = (at: number) => rows.nth(at).getByRole('checkbox');
      await checkbox(0).click();
      await checkbox(2).click({ modifiers: ['Shift'] });
      await expect(setStatus(page)).toBeVisible();
      await clickOnce(page, setStatus(page));
      await expect(page.getByRole('menu')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);

      await checkbox(1).focus();
      await page.keyboard.press('Space');
      await expect(checkbox(1)).not.toBeChecked();
      await clickOnce(page, setStatus(page));
      await expect(page.getByRole('menu')).toBeVisible();
    });

    test('a row, while others arrive', async ({ page, server }) => {
      await page.clock.install();
      const { api, rows } = await openThree(page, server.url, `News-${size}`);
      const news = page.getByRole('button', { name: /arrived|new referral/i });
      const arrive = async () => {
        await api.fileReferral(`Newer-${size}`);
        await page.clock.fastForward(60_000);
        await expect(news).toBeVisible();
      };
      await clickOnce(page, rows.first().getByRole('link', { name: /^Robin/ }), arrive);
      await expect(anyDialog(page)).toHaveAccessibleName(`Referral Status for: Robin News-${size}`);
      await page.keyboard.press('Escape');
      await expect(anyDialog(page)).toHaveCount(0);
      // The list is read again, and then has what has arrived.
      await expect(page.locator('[data-row]').first()).toContainText(`Newer-${size}`);

      const name = size === 'phone' ? /^More actions/ : texts.referrals.seeNotes;
      const inRow = rows.first().getByRole('button', { name });
      await clickOnce(page, inRow, arrive);
      if (size === 'phone') await expect(inRow).toHaveAttribute('aria-expanded', 'true');
      else await expect(anyDialog(page)).toBeVisible();
    });
  });
}
